"""Tables, compiler's figures and machine code of a recorded run, found by the oracle's own eyes."""
import re

_RULE = re.compile(r'^\s*-+(?:\s+-+)*\s*$')
_UNIT_IN_BRACKETS = re.compile(r'\s*\(([^()]*)\)\s*$')


def slug(text):
    text = text.strip().lower().replace('µ', 'u')
    text = re.sub(r'^[-−](?=[\d.])', 'neg ', text)
    return re.sub(r'[\W_]+', '-', text).strip('-')


class Table:
    def __init__(self, title, header, rows, first_line, last_line):
        self.title, self.header, self.rows = title, header, rows
        self.first_line, self.last_line = first_line, last_line  # from 0, title's line to last row
        self.units = [self.unit_of(name) for name in header]
        self.columns = [slug(_UNIT_IN_BRACKETS.sub('', name)) or f'column-{i + 1}'
                        for i, name in enumerate(header)]
        self.keys = [slug(row[0]) or f'row-{i + 1}' for i, row in enumerate(rows)]

    def measured(self, column):
        """Whether the header names a time, a rate, a ratio or a share (DESIGN 4.1)."""
        return (re.search(r's$|%|Hz', self.units[column]) is not None or '/' in self.header[column] or
                re.match(r'ratio\b|vs |x ', self.header[column]) is not None)

    @staticmethod
    def unit_of(name):
        match = _UNIT_IN_BRACKETS.search(name)
        if match:
            return match.group(1)
        return name.strip() if re.fullmatch(r'[kMGT]?i?B/s|%', name.strip()) else ''


def _columns(rule, lines):
    """Where one column ends: gaps that are blank in the rule and in every line."""
    spans = [match.span() for match in re.finditer(r'-+', rule)]
    cuts = []
    for (_, end), (start, _) in zip(spans, spans[1:]):
        blank = [at for at in range(end, start)
                 if all(at >= len(line) or line[at] == ' ' for line in lines)]
        if not blank:
            return None
        cuts.append(blank[0])
    return cuts


def _cells(line, cuts):
    bounds = [0] + cuts + [max(len(line), cuts[-1] if cuts else 0)]
    return [line[a:b].strip() for a, b in zip(bounds, bounds[1:])]


def tables(lines):
    found = []
    for at, line in enumerate(lines):
        if at == 0 or not _RULE.match(line) or not lines[at - 1].strip():
            continue
        last = at
        while last + 1 < len(lines) and lines[last + 1].strip():
            last += 1
        body = lines[at + 1:last + 1]
        cuts = _columns(line, [lines[at - 1]] + body)
        if cuts is None:
            found.append(None)
            continue
        titled = at >= 2 and lines[at - 2].strip() != ''
        title = lines[at - 2] if titled else ''
        title = re.split(r': |, ', title.strip())[0] if titled else f'table-{len(found) + 1}'
        found.append(Table(title, _cells(lines[at - 1], cuts), [_cells(row, cuts) for row in body],
                           at - 2 if titled else at - 1, last))
    return found


def kernel_name(mangled):
    """The name and one enum or integer argument, as far as the course needs it."""
    match = re.match(r'_Z(\d+)', mangled)
    if not match:
        return mangled
    end = match.end() + int(match.group(1))
    name, rest = mangled[match.end():end], mangled[end:]
    argument = re.match(r'IL(?:(\d+)([A-Za-z_]\w*?))(\d+)EE', rest)
    if argument and len(argument.group(2)) == int(argument.group(1)):
        return f'{name}<({argument.group(2)}){argument.group(3)}>'
    return name + rest if rest.startswith('I') else name


def sass(text):
    """Kernel's slug → its lines of machine code."""
    kernels, current = {}, None
    for line in text.split('\n'):
        match = re.match(r'Function : (\S+)', line.strip())
        if match:
            current = kernels.setdefault(slug(kernel_name(match.group(1))), [])
        elif current is not None and line.strip():
            current.append(line)
    return kernels


def ptxas(text):
    """Kernel's slug → its figures."""
    kernels, current = {}, None
    for line in text.split('\n'):
        match = re.search(r"Compiling entry function '(\S+)'", line)
        if match:
            current = kernels.setdefault(slug(kernel_name(match.group(1))), {})
        match = re.search(r'Used (\d+) registers', line)
        if match and current is not None:
            current['registers'] = match.group(1)
            shared = re.search(r'(\d+) bytes smem', line)
            current['shared'] = shared.group(1) if shared else '0'
    return kernels
