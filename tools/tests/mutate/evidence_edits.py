"""Edits of recorded runs: bytes, values with their digests made to fit, waivers, signatures."""
import re
import string

import seal
from edits import Edit, Redraw, kind, with_lines


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
