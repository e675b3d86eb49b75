"""Edits of published pages, which `daybook audit` must find: a character of quoted text or of prose."""
import os
import re

WEIGHT = 3


def draw(bench, desk):
    import edits
    day = desk.random.choice(bench.oracle.world.days)
    name = f'{day}/index.html'
    with open(os.path.join(bench.pages, name), encoding='utf-8') as file:
        text = file.read()
    quotes = [m for m in re.finditer(r'<(pre|span|table)[^>]* data-quote="\d+"[^>]*>(.*?)</\1>', text, re.S)]
    lesson = bench.oracle.world.text(f'lessons/{day}/lesson.md')
    prose = [m for m in re.finditer(r'<p>([^<>&]{40,})', text) if m.group(1)[:30] in lesson]
    match = desk.pick(quotes if desk.random.random() < 0.7 else prose)
    inside = match.group(match.lastindex)
    start = match.start(match.lastindex)
    shown = [start + i for m in re.finditer(r'(?:^|>)([^<>]+)', inside) for i in range(m.start(1), m.end(1))
             if inside[i].isascii() and inside[i].isalnum()]
    place = desk.pick(shown)
    entity = text.rfind('&', place - 8, place)
    if entity >= 0 and ';' not in text[entity:place]:
        raise edits.Redraw
    new = text[:place] + desk.other(text[place]) + text[place + 1:]
    path = os.path.join(bench.pages, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(new)
    try:
        found = bench.findings(['audit', '--format=json', bench.pages, day])
    finally:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
    import mutate
    for finding in found:
        finding['place']['file'] = os.path.relpath(finding['place']['file'], bench.pages) \
            if os.path.isabs(finding['place']['file']) else finding['place']['file']
    line = text.count('\n', 0, place) + 1
    what = f'{name}: line {line}, byte {place}'
    places = [[(finding['place']['file'], 0, 10**6) for finding in found
               if finding['place']['file'].endswith(name)] or [(name, 0, 10**6)]]
    return mutate.verdict(what, places, [], found)
