"""Regions, tokens and patches, read by the oracle's own rules (DESIGN 3.1, 4.4, 4.5)."""
import os
import re

_START = re.compile(r'^\s*// ?snippet: ([a-z0-9-]+)\s*$')
_END = re.compile(r'^\s*// ?end snippet(?:: ([a-z0-9-]+))?\s*$')
_TOKEN = re.compile(r'''(?P<blank>\s+)|(?P<comment>//[^\n]*|/\*.*?\*/)
  |(?P<text>(?:u8|[uUL])?R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  |(?P<word>[A-Za-z_]\w*|\.?\d(?:[\w.]|'\w|[eEpP][-+])*)|(?P<mark><<<|>>>|<<=|>>=|<=>|\.\.\.|->\*
  |::|\+\+|--|->|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|\#\#|.)''', re.X | re.S)


def is_marker(line):
    return bool(_START.match(line) or _END.match(line))


def regions(text):
    """Name → (first, last) line from 0 between its markers; None when a marker is unmatched."""
    found, opened = {}, []
    for at, line in enumerate(text.split('\n')):
        start, end = _START.match(line), _END.match(line)
        if start:
            opened.append((start.group(1), at))
        elif end:
            fits = [i for i, (name, _) in enumerate(opened) if end.group(1) in (None, name)]
            if not fits or opened[fits[-1]][0] in found:
                return None
            name, first = opened.pop(fits[-1])
            found[name] = (first + 1, at - 1)
    return None if opened else found


def quoted(text, span):
    lines = text.split('\n')[span[0]:span[1] + 1]
    return dedent([line for line in lines if not is_marker(line)])


def dedent(lines):
    full = [line for line in lines if line.strip()]
    indents = [re.match(r'[ \t]*', line).group() for line in full]
    common = os.path.commonprefix(indents) if indents else ''
    return [line[len(common):] if line.strip() else line[len(common):] for line in lines]


def tokens(text):
    """(token, start) of everything the compiler reads."""
    return [(match.group(), match.start()) for match in _TOKEN.finditer(text)
            if match.lastgroup not in ('blank', 'comment')]


def spelled(text):
    """Tokens as they decide freshness: a directive ends with its line."""
    words = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup not in ('blank', 'comment'):
            words.append(match.group())
    return words


def device_spans(text):
    """Byte spans of the definitions that only the device runs, generously."""
    spans = []
    for match in re.finditer(r'__global__|__device__|static_assert', text):
        line = text.rfind('\n\n', 0, match.start())
        close = re.compile(r'\n}|;\n(?=\n)').search(text, match.end())
        spans.append((max(line, 0), close.end() if close else len(text)))
    return spans


class Patch:
    def __init__(self, text):
        self.hunks, self.ok, self.lines = [], True, []
        lines = text.split('\n')
        if lines and lines[-1] == '':
            lines.pop()
        self.ok = len(lines) > 2 and lines[0].startswith('--- ') and lines[1].startswith('+++ ')
        self.target = lines[0][6:] if self.ok else ''
        # The other way round is how a patch is written that undoes one.
        prefixes = {line[4:6] for line in lines[:2]}
        self.ok = self.ok and prefixes <= {'a/', 'b/'} and lines[1][6:] == self.target
        for at, line in enumerate(lines[2:], 3):
            head = re.match(r'^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@', line)
            if head:
                counts = [1 if head.group(i) is None else int(head.group(i)) for i in (2, 4)]
                self.hunks.append((int(head.group(1)), counts, []))  # +N follows from -N
            elif self.hunks and line[:1] in (' ', '-', '+'):
                self.hunks[-1][2].append(line)
                self.lines.append(line)
            elif not (self.hunks and line.startswith('\\')):
                self.ok = False
        for _, counts, body in self.hunks:
            before = sum(line[0] != '+' for line in body)
            self.ok = self.ok and [before, sum(line[0] != '-' for line in body)] == counts
        self.ok = self.ok and bool(self.hunks)

    def applied(self, source):
        """The source with the patch, when every hunk fits exactly where it says; else None."""
        if not self.ok:
            return None
        lines, out, done = source.split('\n'), [], 0
        for start, _, body in self.hunks:
            before = [line[1:] for line in body if line[0] != '+']
            first = start - 1
            if first < done or lines[first:first + len(before)] != before:
                return None
            out += lines[done:first]
            out += [line[1:] for line in body if line[0] != '-']
            done = first + len(before)
        return '\n'.join(out + lines[done:])
