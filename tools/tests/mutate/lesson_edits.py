"""Edits of a lesson: its quotes, tables, numbers, formulas, claims, names, and what breaks nothing."""
import re
import string
from fractions import Fraction

import numeral
from edits import Edit, Redraw, kind, with_lines
from lesson_scan import split_row


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
    # A linked header or key says its words freely; its target is path_character's to edit.
    linked = [found.span() for found in re.finditer(r'\[[^\]]*\]\([^)]*\)', line)]
    place = desk.pick(i for i, char in enumerate(line) if char.isascii() and char.isalnum()
                      and not any(begin <= i < end for begin, end in linked))
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
