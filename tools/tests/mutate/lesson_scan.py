"""A lesson's quotes, found by a scanner of the oracle's own (DESIGN 3.2)."""
import re
from collections import namedtuple

# first and last are lines from 1; body is the text that must equal its source.
Item = namedtuple('Item', 'kind first last target attributes body name')
_FENCE = re.compile(r'^([ ]*)(`{3,}|~{3,})\s*(.*?)\s*$')
_CAPTION = re.compile(r'^\[(.*)\]\((run(?:@[\w-]+)?:[^\s)]+)(?: "([^"]*)")?\)\s*$')
_DEFINITION = re.compile(r'^\[([^\]]+)\]:\s*((?:run|calc|claim|given)[^:]*:)\s*(.*?)\s*$')
_LINK = re.compile(r'\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\](?:\(((?:run|calc|claim|given)[^:()]*:)\s*'
                   r'("(?:[^"\\]|\\.)*"|[^\s)]*)[^)]*\)|\[([^\[\]]+)\])')


def split_row(line):
    text = line.strip()
    text = text[1:] if text.startswith('|') else text
    text = text[:-1] if text.endswith('|') and not text.endswith('\\|') else text
    return [re.sub(r'\\([!-/:-@\[-`{-~])', r'\1', cell.strip()) for cell in re.split(r'(?<!\\)\|', text)]


def hide_code(line):
    """Code spans blanked, so that no link is seen in them; length kept."""
    return re.sub(r'(`+)(?!`)(.+?)(?<!`)\1(?!`)', lambda m: '\0' * len(m.group()), line)


def elided(body, lines, marks=('...', '…')):
    """Whether the body is the lines, where `...` stands for one or more of them; not two in a row."""
    parts, gaps = [[]], 0
    for line in body:
        if line.strip() in marks:
            parts.append([])
            gaps += 1
        else:
            parts[-1].append(line)
    if not gaps:
        return body == lines
    if lines[:len(parts[0])] != parts[0] or [] in parts[1:-1]:
        return False
    at = len(parts[0])
    for part in parts[1:-1]:
        start = next((i for i in range(at + 1, len(lines) - len(part) + 1)
                      if lines[i:i + len(part)] == part), None)
        if start is None:
            return False
        at = start + len(part)
    tail = parts[-1]
    start = len(lines) - len(tail)
    return start >= at + 1 and lines[start:] == tail


class Lesson:
    def __init__(self, text):
        self.lines = text.split('\n')
        self.items, self.definitions, self.prose, self.blanks = [], {}, [], []
        self.front_end = 0
        self.broken_shape = ''
        if self.lines[0] == '---':
            self.front_end = self.lines.index('---', 1) + 1
        self._scan()
        used = {item.name for item in self.items if item.name}
        formulas = [item.target for item in self.items] + [t for _, t, _ in self.definitions.values()]
        for formula in formulas:
            used |= set(re.findall(r'\{([^{}]+)\}', formula))
        self.unused = [name for name in self.definitions if name not in used]

    def _scan(self):
        at = self.front_end
        while at < len(self.lines):
            line = self.lines[at]
            fence = _FENCE.match(line)
            if fence:
                at = self._fence(at, fence)
            elif line.startswith('<!--'):
                while at < len(self.lines) and '-->' not in self.lines[at]:
                    at += 1
                at += 1
            elif line.startswith('<'):
                while at < len(self.lines) and self.lines[at].strip():
                    at += 1
            elif _CAPTION.match(line) and self._alone(at):
                at = self._table(at, _CAPTION.match(line))
            elif _DEFINITION.match(line):
                name, scheme, target = _DEFINITION.match(line).groups()
                self.definitions[name] = (scheme[:-1], target.strip('"'), at + 1)
                at += 1
            else:
                self._inline(at)
                at += 1

    def _alone(self, at):
        before = self.lines[at - 1] if at > 0 else ''
        return not before.strip()

    def _fence(self, at, fence):
        end = at + 1
        close = re.compile(r'^ {0,3}' + re.escape(fence.group(2)[0]) + '{%d,}\\s*$' % len(fence.group(2)))
        while end < len(self.lines) and not close.match(self.lines[end]):
            end += 1
        words = fence.group(3).split(' ')
        attributes = dict(word.split('=', 1) for word in words if '=' in word)
        indent = len(fence.group(1))
        body = tuple(line[indent:] if not line[:indent].strip() else line.lstrip()
                     for line in self.lines[at + 1:end])
        if 'from' in attributes:
            self.items.append(Item('fence', at + 1, end + 1, attributes['from'],
                                   tuple(sorted(attributes.items())), (words[0],) + body, ''))
        return end + 1

    def _table(self, at, caption):
        first = at + 1
        last = at
        rows = []
        if at + 2 < len(self.lines) and not self.lines[at + 1].strip():
            last = at + 2
            while last < len(self.lines) and self.lines[last].startswith('|'):
                rows.append(tuple(split_row(self.lines[last])))
                last += 1
        self.items.append(Item('table', first, last, caption.group(2).split(':', 1)[1], caption.group(3) or '',
                               tuple(rows), ''))
        return max(last, at + 1)

    def _inline(self, at):
        line = self.lines[at]
        shown = hide_code(line)
        for match in _LINK.finditer(shown):
            words = line[match.start(1):match.end(1)]
            if match.group(2):
                self.items.append(Item('inline', at + 1, at + 1, line[match.start(3):match.end(3)].strip('"'),
                                       match.group(2)[:-1], words, ''))
            else:
                self.items.append(Item('inline', at + 1, at + 1, '', '', words, match.group(4)))
        if re.match(r'^[A-Z][a-z ,.A-Za-z]{60,}', line) and not re.search(r'[\[\]|<>*_`$%\\&]', line):
            self.prose.append(at)
        if not line.strip() and at > 0:
            self.blanks.append(at)

    def resolved(self, item):
        """The quote with its name looked up: (scheme, target, lines it may be blamed at) or None."""
        if not item.name:
            return item.attributes, item.target, [item.first]
        if item.name not in self.definitions:
            return None
        scheme, target, line = self.definitions[item.name]
        return scheme, target, [item.first, line]
