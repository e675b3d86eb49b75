"""Edits of programs, house text and patches."""
import re

import source_scan
from edits import Edit, Redraw, kind, with_lines


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
