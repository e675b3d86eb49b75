"""Random edits of a course. Each kind gives one edit: the files' new bytes, and where the rules
alone (not the oracle's judgement of quotes) say that something must be found."""
import random
import re
import string
from fractions import Fraction

import numeral
import seal
import source_scan
from lesson_scan import split_row

KINDS = {}


class Redraw(Exception):
    """This kind of edit has nothing to do where it was sent."""


class Edit:
    def __init__(self, over, what, days=(), must=(), may=(), judged=True):
        self.over, self.what, self.days = over, what, set(days)
        self.must, self.may, self.judged = list(must), list(may), judged


def kind(weight):
    def keep(work):
        KINDS[work.__name__.replace('_', '-')] = (work, weight)
        return work
    return keep


class Desk:
    """What an edit needs: the course, the oracle's reading of it, chance."""

    def __init__(self, oracle, signed, seed):
        self.oracle, self.world, self.signed = oracle, oracle.world, signed
        self.random = random.Random(seed)

    def lesson(self):
        day = self.random.choice(self.world.days)
        path = self.random.choice(self.world.lessons(day))
        return day, path, self.oracle.lesson(path)

    def pick(self, things):
        things = list(things)
        if not things:
            raise Redraw
        return self.random.choice(things)

    def other(self, char):
        """Another character of the same sort, so that the edit stays inside its token."""
        for sort in (string.digits, string.ascii_lowercase, string.ascii_uppercase):
            if char in sort:
                return self.random.choice(sort.replace(char, ''))
        return 'z'

    def run_folder(self):
        day = self.random.choice(self.world.days)
        unit = self.random.choice(self.world.units(day))
        folder = self.world.folder(day, unit)
        return day, unit, folder

    def is_signed(self, folder):
        return folder in self.signed


def with_lines(lines):
    return '\n'.join(lines).encode('utf-8', 'surrogateescape')


def swap_char(desk, text, at):
    """One character replaced, put in or taken out."""
    how = desk.random.random()
    if how < 0.7:
        return text[:at] + desk.other(text[at]) + text[at + 1:]
    if how < 0.85:
        return text[:at] + desk.random.choice('q7') + text[at:]
    return text[:at] + text[at + 1:]


def lesson_edit(day, path, lesson, changes, what):
    lines = list(lesson.lines)
    for at in sorted(changes, reverse=True):
        lines[at:at + 1] = changes[at]
    return Edit({path: with_lines(lines)}, f'{path}: {what}', [day])


def body_line(desk, lesson, item):
    at = desk.random.randrange(item.first, item.last - 1)
    if not lesson.lines[at].strip():
        raise Redraw
    return at


@kind(14)
def quote_character(desk):
    day, path, lesson = desk.lesson()
    item = desk.pick(item for item in lesson.items if item.kind == 'fence')
    at = body_line(desk, lesson, item)
    line = lesson.lines[at]
    place = desk.random.randrange(len(line))
    if line[place] in '`~':
        raise Redraw
    return lesson_edit(day, path, lesson, {at: [swap_char(desk, line, place)]}, f'line {at + 1}, character {place}')


@kind(5)
def quote_line(desk):
    day, path, lesson = desk.lesson()
    item = desk.pick(item for item in lesson.items if item.kind == 'fence' and item.last - item.first > 2)
    at = body_line(desk, lesson, item)
    line = lesson.lines[at]
    new = desk.random.choice([[], [line, line], [line, ''], ['  ' + line], [line + ' ']])
    return lesson_edit(day, path, lesson, {at: new}, f'line {at + 1} becomes {len(new)}')


@kind(2)
def quote_target(desk):
    day, path, lesson = desk.lesson()
    item = desk.pick(item for item in lesson.items if item.kind == 'fence')
    at = item.first - 1
    line = lesson.lines[at]
    value = re.search(r'(?:from|mark)=\S+', line[line.index('from='):])
    places = [line.index('from=') + i for i, char in enumerate(line[line.index('from='):])
              if i > 4 and char.isalnum()]
    place = desk.pick(places)
    if value is None or line.find(' mark=') <= place < line.find(' mark=') + 6:
        raise Redraw
    return lesson_edit(day, path, lesson, {at: [line[:place] + desk.other(line[place]) + line[place + 1:]]},
                       f'line {at + 1}, quoted name')


def a_table(desk, rows):
    day, path, lesson = desk.lesson()
    item = desk.pick(item for item in lesson.items if item.kind == 'table' and len(item.body) > rows)
    return day, path, lesson, item


@kind(10)
def cell_character(desk):
    day, path, lesson, item = a_table(desk, 2)
    at = desk.pick([item.first + 1] + list(range(item.first + 3, item.last)))
    line = lesson.lines[at]
    place = desk.pick(i for i, char in enumerate(line) if char.isascii() and char.isalnum())
    return lesson_edit(day, path, lesson, {at: [line[:place] + desk.other(line[place]) + line[place + 1:]]},
                       f'line {at + 1}, cell')


@kind(4)
def table_row(desk):
    day, path, lesson, item = a_table(desk, 3)
    at = desk.pick(range(item.first + 3, item.last))
    how = desk.random.choice(['out', 'down', 'blank cell'])
    line = lesson.lines[at]
    if how == 'down':
        if at + 1 >= item.last:
            raise Redraw
        return lesson_edit(day, path, lesson, {at: [lesson.lines[at + 1]], at + 1: [line]}, 'two rows swapped')
    if how == 'out':
        return lesson_edit(day, path, lesson, {at: []}, f'row {at + 1} out')
    cells = split_row(line)
    cells[desk.random.randrange(len(cells))] = ''
    if any('|' in cell for cell in cells):
        raise Redraw
    return lesson_edit(day, path, lesson, {at: ['| ' + ' | '.join(cells) + ' |']}, f'row {at + 1}, a cell emptied')


@kind(4)
def table_columns(desk):
    """Another order, or a column left out: harmless, unless it names the rows."""
    day, path, lesson, item = a_table(desk, 2)
    order = list(range(len(item.body[0])))
    desk.random.shuffle(order)
    if item.attributes or desk.random.random() < 0.7:
        pass
    else:
        order = order[:-1]
    changes = {}
    for at in range(item.first + 1, item.last):
        cells = re.split(r'(?<!\\)\|', lesson.lines[at].strip()[1:-1])
        if len(cells) != len(item.body[0]):
            raise Redraw
        changes[at] = ['|' + '|'.join(cells[i] for i in order) + '|']
    return lesson_edit(day, path, lesson, changes, f'columns {order}')


@kind(3)
def cell_rounded(desk):
    day, path, lesson, item = a_table(desk, 2)
    at = desk.pick(range(item.first + 3, item.last))
    cells = [cell.strip() for cell in re.split(r'(?<!\\)\|', lesson.lines[at].strip()[1:-1])]
    column = desk.random.randrange(1, len(cells)) if len(cells) > 1 else 0
    if not re.fullmatch(r'\d+\.\d{2,}', cells[column]):
        raise Redraw
    digits = len(cells[column].split('.')[1])
    cells[column] = rounded(Fraction(cells[column]), desk.random.randrange(1, digits))
    return lesson_edit(day, path, lesson, {at: ['| ' + ' | '.join(cells) + ' |']}, f'line {at + 1}, a cell rounded')


def rounded(value, digits):
    whole = int(value * 10 ** digits + Fraction(1, 2))
    text = str(whole).rjust(digits + 1, '0')
    return text[:-digits] + '.' + text[-digits:] if digits else text


def a_number(desk, schemes):
    day, path, lesson = desk.lesson()
    items = [(item, lesson.resolved(item)) for item in lesson.items if item.kind == 'inline']
    item, found = desk.pick((i, r) for i, r in items if r and r[0] in schemes)
    return day, path, lesson, item, found


def with_words(lesson, item, words):
    """The lesson's line with the link's text replaced."""
    line = lesson.lines[item.first - 1]
    old = '[' + item.body + ']'
    if line.count(old) != 1:
        raise Redraw
    return {item.first - 1: [line.replace(old, '[' + words + ']')]}


@kind(10)
def number_digit(desk):
    day, path, lesson, item, _ = a_number(desk, ('run', 'calc'))
    place = desk.pick(i for i, char in enumerate(item.body) if char in string.digits)
    digit = desk.other(item.body[place])
    if place == 0 and digit == '0':
        raise Redraw
    words = item.body[:place] + digit + item.body[place + 1:]
    return lesson_edit(day, path, lesson, with_words(lesson, item, words), f'line {item.first}: [{words}]')


@kind(4)
def number_rounded(desk):
    """Fewer digits, rounded as the rules say."""
    day, path, lesson, item, _ = a_number(desk, ('run',))
    found = numeral.numbers(item.body)
    if len(found) != 1 or found[0].hedge or found[0].step >= 1:
        raise Redraw
    digits = len(str(found[0].step.denominator)) - 1
    begin, end = found[0].span
    words = item.body[:begin] + rounded(found[0].value, desk.random.randrange(digits)) + item.body[end:]
    return lesson_edit(day, path, lesson, with_words(lesson, item, words), f'line {item.first}: [{words}]')


@kind(3)
def number_unit(desk):
    """Another unit of the same kind: truly converted, or only renamed."""
    day, path, lesson, item, _ = a_number(desk, ('run', 'calc'))
    found = numeral.numbers(item.body)
    steps = {'ms': ('µs', 1000), 's': ('ms', 1000), 'µs': ('ns', 1000), 'ns': ('µs', Fraction(1, 1000)),
             'GB/s': ('TB/s', Fraction(1, 1000)), 'MiB': ('KiB', 1024)}
    if len(found) != 1 or found[0].unit not in steps or found[0].hedge:
        raise Redraw
    unit, factor = steps[found[0].unit]
    begin, end = found[0].span
    tail = item.body[end:].replace(found[0].unit, unit, 1)
    if desk.random.random() < 0.4:
        number = item.body[begin:end]
    else:
        value, step = found[0].value * factor, found[0].step * factor
        if factor == 1024 or step > 1:
            raise Redraw
        number = rounded(value, len(str(step.denominator)) - 1)
    words = item.body[:begin] + number + tail
    return lesson_edit(day, path, lesson, with_words(lesson, item, words), f'line {item.first}: [{words}]')


@kind(3)
def link_inline(desk):
    """The value written in the link instead of by its name."""
    day, path, lesson, item, found = a_number(desk, ('run', 'calc', 'claim'))
    if not item.name:
        raise Redraw
    target = found[0] + ':' + found[1] if found[0] == 'run' else f'{found[0]}: "{found[1]}"'
    line = lesson.lines[item.first - 1]
    old = f'[{item.body}][{item.name}]'
    if line.count(old) != 1 or lesson.lines[item.first - 1].startswith('|'):
        raise Redraw
    return lesson_edit(day, path, lesson, {item.first - 1: [line.replace(old, f'[{item.body}]({target})')]},
                       f'line {item.first}, {item.name} in place')


def a_definition(desk, schemes):
    day, path, lesson = desk.lesson()
    name = desk.pick(n for n, (scheme, _, _) in lesson.definitions.items() if scheme in schemes)
    return day, path, lesson, name, lesson.definitions[name]


@kind(4)
def path_character(desk):
    day, path, lesson, name, (_, target, line) = a_definition(desk, ('run',))
    place = desk.pick(i for i, char in enumerate(target) if char.isalnum())
    new = target[:place] + desk.other(target[place]) + target[place + 1:]
    return lesson_edit(day, path, lesson, {line - 1: [f'[{name}]: run:{new}']}, f'[{name}]: run:{new}')


@kind(2)
def path_other(desk):
    """Another name's path: right only where both show the same."""
    day, path, lesson, name, (_, _, line) = a_definition(desk, ('run',))
    _, other, _ = lesson.definitions[desk.pick(n for n, d in lesson.definitions.items() if d[0] == 'run')]
    return lesson_edit(day, path, lesson, {line - 1: [f'[{name}]: run:{other}']}, f'[{name}]: run:{other}')


@kind(8)
def formula_edit(desk):
    day, path, lesson, name, (scheme, target, line) = a_definition(desk, ('calc', 'claim'))
    how = desk.random.choice(['number', 'sign', 'path', 'operator'])
    if how == 'number':
        match = desk.pick(re.finditer(r"(?<![\w./{+~-])\d+(?:\.\d+)?(?![\w/}-])", re.sub(r'\{[^}]*\}|\'[^\']*\'', lambda m: '{' * len(m.group()), target)))
        new = target[:match.start()] + desk.random.choice(['7', '13', '0.31', '977']) + target[match.end():]
    elif how == 'sign':
        match = desk.pick(re.finditer(r' (<=|>=|<|>|==) ', target))
        flip = {'<': '>', '>': '<', '<=': '>', '>=': '<', '==': '<'}[match.group(1)]
        new = target[:match.start(1)] + flip + target[match.end(1):]
    elif how == 'operator':
        match = desk.pick(re.finditer(r' ([-+*/]) ', target))
        new = target[:match.start(1)] + desk.random.choice('+-*/'.replace(match.group(1), '')) + target[match.end(1):]
    else:
        spans = [i for m in re.finditer(r'\{[^}]*\}', target) for i in range(m.start() + 1, m.end() - 1)
                 if target[i].isalnum()]
        place = desk.pick(spans)
        new = target[:place] + desk.other(target[place]) + target[place + 1:]
    if new == target:
        raise Redraw
    return lesson_edit(day, path, lesson, {line - 1: [f'[{name}]: {scheme}: "{new}"']}, f'[{name}]: {new}')


@kind(4)
def claim_number(desk):
    day, path, lesson, item, _ = a_number(desk, ('claim',))
    place = desk.pick(i for i, char in enumerate(item.body) if char in string.digits and '`' not in item.body)
    words = item.body[:place] + desk.other(item.body[place]) + item.body[place + 1:]
    return lesson_edit(day, path, lesson, with_words(lesson, item, words), f'line {item.first}: [{words}]')


@kind(2)
def name_changed(desk):
    day, path, lesson, name, (scheme, target, line) = a_definition(desk, ('run', 'calc', 'claim'))
    text = f'run:{target}' if scheme == 'run' else f'{scheme}: "{target}"'
    edit = lesson_edit(day, path, lesson, {line - 1: [f'[{name}q]: {text}']}, f'{name} becomes {name}q')
    return edit


@kind(2)
def fact_pattern(desk):
    day = desk.random.choice(desk.world.days)
    path = f'lessons/{day}/lesson.md'
    lesson = desk.oracle.lesson(path)
    front = lesson.lines[:lesson.front_end]
    at = desk.pick(i for i, line in enumerate(front) if re.match(r"^  [\w-]+: '.*'$", line))
    line = front[at]
    place = desk.pick(i for i, char in enumerate(line) if i > line.index("'") and char.isalpha())
    new = line[:place] + desk.other(line[place]) + line[place + 1:]
    edit = lesson_edit(day, path, lesson, {at: [new]}, f'front matter: {new.strip()}')
    edit.may = [(path, at + 1, at + 1)]
    edit.days |= {other for other in desk.world.days}
    return edit


# Edits that may be anywhere in a lesson and break nothing.

@kind(6)
def prose_word(desk):
    day, path, lesson = desk.lesson()
    at = desk.pick(lesson.prose)
    line = lesson.lines[at]
    word = desk.pick(re.finditer(r'(?<= )[a-z]{4,}(?= )', line))
    if re.search(r'\d', line):
        raise Redraw
    edit = lesson_edit(day, path, lesson, {at: [line[:word.start()] + 'quokka' + line[word.end():]]},
                       f'line {at + 1}, a word')
    if path.endswith('/lesson.md'):
        edit.must = [(other, 1, 10**6, 'translation-outdated') for other in desk.world.lessons(day) if other != path]
    return edit


@kind(4)
def blank_line(desk):
    day, path, lesson = desk.lesson()
    at = desk.pick(i for i in lesson.blanks if 0 < i < len(lesson.lines) - 1
                   and not lesson.lines[i + 1].startswith('|') and i > lesson.front_end)
    return lesson_edit(day, path, lesson, {at: ['', '']}, f'a blank line at {at + 1}')


@kind(3)
def comment(desk):
    day, path, lesson = desk.lesson()
    at = desk.pick(i for i in lesson.blanks if 0 < i < len(lesson.lines) - 1
                   and not re.match(r'[| ]|<!--', lesson.lines[i + 1]) and i > lesson.front_end)
    return lesson_edit(day, path, lesson, {at: ['', '<!-- a note to myself: 4.5 ms, [x](run:y) -->', '']},
                       f'a comment at {at + 1}')


# Sources.

def source_path(desk):
    day = desk.random.choice(desk.world.days)
    return day, f'src/{day}/{desk.world.program(day)}.cu'


def source_edit(desk, day, path, new, what):
    edit = Edit({path: new.encode('utf-8', 'surrogateescape')}, f'{path}: {what}', [day])
    lines = new.split('\n')
    edit.may = [(path, 1, len(lines) + 1, 'region-near-miss'), (path, 1, len(lines) + 1, 'naked-number'),
                (path, 1, len(lines) + 1, 'region-cuts-conditional')]
    return edit


@kind(6)
def source_comment(desk):
    day, path = source_path(desk)
    text = desk.world.text(path)
    spans = [m.span() for m in re.finditer(r'//[^\n]*', text)
             if not source_scan.is_marker(text[text.rfind('\n', 0, m.start()) + 1:m.end()])]
    begin, end = desk.pick(spans)
    places = [i for i in range(begin + 2, end) if text[i].islower() and text[i].isascii()
              and text[i - 1].isalpha()]
    place = desk.pick(places)
    if re.search(r'\d', text[max(begin, place - 6):place + 4]):
        raise Redraw
    return source_edit(desk, day, path, text[:place] + 'q' + text[place + 1:], f'comment at byte {place}')


@kind(3)
def source_layout(desk):
    """Blank lines and blanks between tokens: the compiler reads the same."""
    day, path = source_path(desk)
    text = desk.world.text(path)
    if desk.random.random() < 0.5:
        place = desk.pick(m.end() for m in re.finditer(r'\n\n', text))
        return source_edit(desk, day, path, text[:place] + '\n' + text[place:], f'blank line at byte {place}')
    token = desk.pick(token for token in source_scan.tokens(text) if token[0] in '(),;')
    place = token[1]
    line = text[text.rfind('\n', 0, place) + 1:text.find('\n', place)]
    if line.lstrip().startswith('#') or line.endswith('\\'):
        raise Redraw
    return source_edit(desk, day, path, text[:place] + ' ' + text[place:], f'a blank at byte {place}')


@kind(7)
def source_token(desk):
    day, path = source_path(desk)
    text = desk.world.text(path)
    token, start = desk.pick((t, s) for t, s in source_scan.tokens(text) if re.match(r'\w', t))
    line = text[text.rfind('\n', 0, start) + 1:text.find('\n', start)]
    if line.lstrip().startswith('#') or token.startswith('R"'):
        raise Redraw
    place = start + desk.random.randrange(len(token))
    new = text[:place] + desk.other(text[place]) + text[place + 1:]
    return source_edit(desk, day, path, new, f'token {token} at byte {place}')


@kind(3)
def source_region_line(desk):
    day, path = source_path(desk)
    text = desk.world.text(path)
    spans = source_scan.regions(text)
    first, last = spans[desk.pick(sorted(spans))]
    lines = text.split('\n')
    at = desk.random.randint(first, last)
    if source_scan.is_marker(lines[at]) or lines[at].lstrip().startswith('#') or not lines[at].strip():
        raise Redraw
    lines[at:at + 1] = desk.random.choice([[], [lines[at], lines[at]]])
    return source_edit(desk, day, path, '\n'.join(lines), f'line {at + 1} out or twice')


@kind(2)
def source_marker(desk):
    """A marker's name: a start without its end, and quotes without their region."""
    day, path = source_path(desk)
    lines = desk.world.text(path).split('\n')
    at = desk.pick(i for i, line in enumerate(lines) if source_scan.is_marker(line))
    if ': ' not in lines[at]:
        raise Redraw
    place = desk.random.randrange(lines[at].index(': ') + 2, len(lines[at]))
    if not lines[at][place].isalpha():
        raise Redraw
    lines[at] = lines[at][:place] + desk.other(lines[at][place]) + lines[at][place + 1:]
    edit = source_edit(desk, day, path, '\n'.join(lines), f'marker in line {at + 1}')
    edit.must = [(path, 1, len(lines))]
    edit.may += [(lesson, 1, 10**6) for lesson in desk.world.lessons(day)]
    edit.may += [(f'src/{day}/variants/{name}.patch', 1, 10**6) for name in desk.world.variants(day)]
    edit.judged = False
    return edit


@kind(3)
def house_text(desk):
    path = desk.pick(p for p in desk.world.base if p.startswith('snippets/'))
    text = desk.world.text(path)
    place = desk.pick(i for i, char in enumerate(text) if char.isalnum())
    return Edit({path: (text[:place] + desk.other(text[place]) + text[place + 1:]).encode()},
                f'{path}: byte {place}', desk.world.days)


@kind(5)
def patch_character(desk):
    day = desk.random.choice(desk.world.days)
    path = f'src/{day}/variants/{desk.pick(desk.world.variants(day))}.patch'
    lines = desk.world.text(path).split('\n')
    at = desk.pick(i for i, line in enumerate(lines) if len(line) > 1)
    if at < 2 or lines[at].startswith('@@'):
        place = desk.pick(i for i, char in enumerate(lines[at]) if char.isalnum() and i < 100)
        if lines[at].startswith('@@') and place > lines[at].rindex('@@'):
            raise Redraw
    else:
        place = desk.random.randrange(1, len(lines[at]))
    new = desk.other(lines[at][place])
    lines[at] = lines[at][:place] + new + lines[at][place + 1:]
    edit = Edit({path: with_lines(lines)}, f'{path}: line {at + 1}, character {place}', [day])
    edit.may = [(f'lessons/{day}/lesson.md', 1, 1)]
    return edit


# Evidence.

@kind(6)
def evidence_byte(desk):
    """Any byte of any recorded file, digests left as they are."""
    day, _, folder = desk.run_folder()
    path = desk.pick(p for p in sorted(desk.world.base) if p.startswith(folder + '/')
                     and not p.endswith('.sig') and desk.world.base[p])
    data = bytearray(desk.world.base[path])
    place = desk.random.randrange(len(data))
    old = chr(data[place])
    new = desk.other(old) if desk.random.random() < 0.8 else ' '
    if new.lower() == old.lower() or path.endswith('SHA256SUMS') and (old in ' \n' or new == ' '):
        raise Redraw
    data[place:place + 1] = new.encode()
    edit = Edit({path: bytes(data)}, f'{path}: byte {place}', [day], must=[(folder, 0, 10**6)], judged=False)
    edit.may = [(lesson, 1, 10**6) for other in desk.world.days for lesson in desk.world.lessons(other)]
    return edit


@kind(2)
def evidence_file(desk):
    """A recorded file gone, or one that does not belong."""
    day, _, folder = desk.run_folder()
    names = sorted(p for p in desk.world.base if p.startswith(folder + '/') and not p.endswith('.sig'))
    path = desk.pick(names + [folder + '/notes.txt'] * 3)
    over = {path: b'not recorded\n' if path.endswith('notes.txt') else None}
    edit = Edit(over, f'{path} there or gone', [day], must=[(folder, 0, 10**6)], judged=False)
    edit.may = [(lesson, 1, 10**6) for other in desk.world.days for lesson in desk.world.lessons(other)]
    return edit


def resealed(desk, day, folder, path, data, what):
    if desk.is_signed(folder):
        raise Redraw
    over = {path: data}
    seal.reseal(desk.world, folder, over)
    edit = Edit(over, f'{path}: {what}', [day])
    edit.may = [(lesson, 1, 10**6, 'claim-could-flip') for other in desk.world.days
                for lesson in desk.world.lessons(other)]
    return edit


def transcript_path(desk):
    day, unit, folder = desk.run_folder()
    number = desk.world.provenance(day, unit)['run']['published']
    path = f'{folder}/run-{number}.txt'
    if not desk.world.base.get(path):
        raise Redraw  # a variant that does not compile prints nothing
    return day, unit, folder, path


@kind(12)
def transcript_character(desk):
    day, _, folder, path = transcript_path(desk)
    text = desk.world.text(path)
    place = desk.pick(i for i, char in enumerate(text) if char.isascii() and char.isalnum())
    new = text[:place] + desk.other(text[place]) + text[place + 1:]
    return resealed(desk, day, folder, path, new.encode(), f'byte {place}')


@kind(3)
def transcript_line(desk):
    day, _, folder, path = transcript_path(desk)
    lines = desk.world.text(path).split('\n')
    at = desk.pick(i for i, line in enumerate(lines) if re.match(r'\s*\S+ .*\d', line) and i > 0
                   and not line.strip().startswith('-'))
    lines[at:at + 1] = []
    return resealed(desk, day, folder, path, with_lines(lines), f'line {at + 1} out')


@kind(2)
def machine_code(desk):
    day, _, folder = desk.run_folder()
    path = folder + '/' + desk.pick(['sass.txt', 'ptxas.txt'])
    if path not in desk.world.base:
        raise Redraw
    text = desk.world.text(path)
    lines = text.split('\n')
    at = desk.pick(i for i, line in enumerate(lines) if re.match(r'\s+\S|ptxas info\s+: Used', line))
    place = desk.pick(i for i, char in enumerate(lines[at]) if char.isalnum())
    if lines[at].startswith('ptxas'):
        place = desk.pick(i for i, char in enumerate(lines[at]) if char in string.digits)
    lines[at] = lines[at][:place] + desk.other(lines[at][place]) + lines[at][place + 1:]
    return resealed(desk, day, folder, path, with_lines(lines), f'line {at + 1}')


PROVENANCE = {
    # pattern of the value: (what must be found at, or None when the value is for readers only)
    r'"name": "run-\d.txt",\s*"digest": \{\s*"sha256": "([0-9a-f]+)"': 'folder',
    r'"source": "([0-9a-f]+)"': 'folder',
    r'"build": \{\s*"command": "([^"]+)"': 'stale',
    r'"run": \{\s*"command": "([^"]+)"': 'stale',
    r'"day": "([^"]+)"': 'folder',
    r'"unit": "([^"]+)"': 'folder',
    r'"temperature": "(\d+)': None,
    r'"smMax": "(\d+)': None,
    r'"hostCompiler": "([^"]+)"': None,
    r'"ended": "2026-11-\d\dT\d\d:\d\d:(\d)': None,
    r'"exits": \[\s*"([^"]+)"': 'outcome',
}


@kind(5)
def provenance_value(desk):
    day, unit, folder = desk.run_folder()
    path = folder + '/provenance.json'
    text = desk.world.text(path)
    pattern = desk.random.choice(list(PROVENANCE))
    match = re.search(pattern, text)
    if not match or not match.group(1):
        raise Redraw
    place = desk.pick(i for i in range(match.start(1), match.end(1)) if text[i].isalnum() and text[i].isascii())
    if PROVENANCE[pattern] == 'outcome':
        new = text[:match.start(1)] + '3' + text[match.end(1):]
    else:
        new = text[:place] + desk.other(text[place]) + text[place + 1:]
    edit = resealed(desk, day, folder, path, new.encode(), f'{pattern[:24]} at byte {place}')
    lesson = f'lessons/{day}/lesson.md'
    wants = PROVENANCE[pattern]
    if wants == 'folder':
        edit.must = [(folder, 0, 10**6)]
        edit.may += [(other, 1, 10**6) for o in desk.world.days for other in desk.world.lessons(o)]
        edit.judged = False
    elif wants == 'stale':
        edit.must = [(lesson, 1, 1, 'evidence-stale')]
        edit.judged = False
        edit.may += [(other, 1, 10**6, 'quote-differs') for o in desk.world.days for other in desk.world.lessons(o)]
    elif wants == 'outcome':
        if '+' not in unit or text[match.start(1):match.end(1)] == '3':
            raise Redraw
        edit.must = [(lesson, 1, 40, 'variant-outcome')]
    return edit


@kind(3)
def waiver(desk):
    """A stale run with a waiver that names this very source, or another."""
    day = desk.random.choice(desk.world.days)
    program = desk.world.program(day)
    path = f'src/{day}/{program}.cu'
    text = desk.world.text(path)
    match = desk.pick(re.finditer(r'std::fprintf\(stderr, "|std::printf\("', text))
    new = (text[:match.end()] + 'q' + text[match.end():]).encode()
    right = desk.random.random() < 0.5
    digest = seal.sha256(new) if right else seal.sha256(new + b'?')
    over = {path: new, f'evidence/{day}/{program}/waiver.yaml':
            f'source: {digest}\nreason: only a printed text changed\n'.encode()}
    edit = Edit(over, f'{path}: waived {right}', [day])
    folder = desk.world.folder(day, program)
    edit.must = [(f'lessons/{day}/lesson.md', 1, 1, 'evidence-waived' if right else 'evidence-stale', folder)]
    return edit


@kind(3)
def signature(desk):
    """A signed run: its signature, its sums or who may sign, changed."""
    folder = desk.pick(sorted(desk.signed))
    day = folder.split('/')[1]
    path = folder + '/SHA256SUMS.sig'
    how = desk.random.choice(['byte', 'byte', 'gone', 'signer', 'late'])
    signers = 'evidence/allowed_signers'
    edit = Edit({}, f'signature: {how}', [day], must=[(folder, 0, 10**6)], judged=False)
    edit.may = [(signers, 0, 100)]
    if how == 'byte':
        data = bytearray(desk.world.base[path])
        lines = data.split(b'\n')
        inside = [i for i in range(len(data)) if len(lines[0]) < i < data.rindex(b'-----END') - 4
                  and chr(data[i]).isalnum()]
        place = desk.pick(inside)
        data[place:place + 1] = desk.other(chr(data[place])).encode()
        edit.over = {path: bytes(data)}
        edit.what += f' {place}'
    elif how == 'gone':
        edit.over, edit.must = {path: None}, []  # shown as unsigned, which is allowed
    elif how == 'signer':
        edit.over = {signers: desk.world.base[signers].replace(b'AAAA', b'AAAB', 1)}
        edit.over = {signers: desk.world.base['evidence/other_signers']}
    else:
        late = desk.world.base[signers].replace(b'valid-after="20260101"', b'valid-after="20270101"')
        edit.over = {signers: late}
    return edit
