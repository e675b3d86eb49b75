"""The course as the oracle sees it: its files, with the edited ones laid over, and who read what."""
import json
import os
import re
from functools import cache, lru_cache

import source_scan
import transcript_scan


@lru_cache(maxsize=4096)
def _tables(text):
    return transcript_scan.tables(text.split('\n'))


@lru_cache(maxsize=512)
def _predicate(text):
    return json.loads(text)['predicate']


@lru_cache(maxsize=512)
def _sass(text):
    return transcript_scan.sass(text)


@lru_cache(maxsize=512)
def _ptxas(text):
    return transcript_scan.ptxas(text)


@lru_cache(maxsize=1024)
def _regions(text):
    return source_scan.regions(text)


@lru_cache(maxsize=1024)
def spelled(text):
    return source_scan.spelled(text)


@lru_cache(maxsize=64)
def _facts(front):
    block = re.search(r'^facts:\n((?:  .*\n?)*)', front, re.M)
    return dict(re.findall(r"^  ([\w-]+): '(.*)'$", block.group(1), re.M)) if block else {}


@lru_cache(maxsize=4096)
def printed_facts(pattern, transcript):
    return {match.group(1) for line in transcript.split('\n') for match in re.finditer(pattern, line)}


def differs(current, recorded):
    """Whether the compiler reads other tokens. Only the lines that differ are split, where no token
    and no comment spans lines."""
    if any(mark in text for text in (current, recorded) for mark in ('/*', 'R"', '\\\n')):
        return spelled(current) != spelled(recorded)
    mine, theirs = current.split('\n'), recorded.split('\n')
    first = len(os.path.commonprefix([mine, theirs]))
    last = len(os.path.commonprefix([mine[first:][::-1], theirs[first:][::-1]]))
    return (spelled('\n'.join(mine[first:len(mine) - last])) !=
            spelled('\n'.join(theirs[first:len(theirs) - last])))


class World:
    def __init__(self, root):
        self.root = root
        self.base = {}
        self.over = {}
        self.read = None  # set of files, while a judgement is watched
        for folder in ('lessons', 'src', 'snippets', 'evidence'):
            for place, _, names in os.walk(os.path.join(root, folder)):
                for name in names:
                    path = os.path.relpath(os.path.join(place, name), root)
                    with open(os.path.join(root, path), 'rb') as file:
                        self.base[path] = file.read()
        with open(os.path.join(root, 'course.yaml'), encoding='utf-8') as file:
            settings = file.read()
        self._lessons = {}
        self.days = re.findall(r'day\d+-[a-z0-9-]+', settings)
        for day in self.days:
            self._lessons[day] = sorted(path for path in self.base
                                        if path.startswith(f'lessons/{day}/') and path.endswith('.md'))
        self.card = re.search(r'^card: (\S+)', settings, re.M).group(1)
        self.arch = re.search(r'^arch: (\S+)', settings, re.M).group(1)
        self.build = re.search(r'^  build: (.*)$', settings, re.M).group(1)
        self.run = re.search(r'^  run: (.*)$', settings, re.M).group(1)

    def data(self, path):
        if self.read is not None:
            self.read.add(path)
        if path in self.over:
            return self.over[path]
        return self.base.get(path)

    def text(self, path):
        data = self.data(path)
        return None if data is None else data.decode('utf-8', 'surrogateescape')

    def lessons(self, day):
        return self._lessons[day]

    # What files there are, no edit changes, but for lessons' texts: asked once.

    @cache
    def program(self, day):
        """The day's first program, without `.cu`."""
        names = sorted(path for path in self.base if re.fullmatch(rf'src/{day}/[^/]+\.cu', path))
        return os.path.basename(names[0])[:-3] if names else ''

    @cache
    def variants(self, day):
        return sorted(os.path.basename(path)[:-6] for path in self.base
                      if path.startswith(f'src/{day}/variants/') and path.endswith('.patch'))

    @cache
    def units(self, day):
        program = self.program(day)
        return [program] + [f'{program}+{name}' for name in self.variants(day)]

    @cache
    def folder(self, day, unit):
        """The newest run of the course's card."""
        start = f'evidence/{day}/{unit}/'
        runs = sorted({path.split('/')[3] for path in self.base if path.startswith(start)
                       and path.count('/') > 3 and path.split('/')[3].endswith('-' + self.card)})
        return start + runs[-1] if runs else None

    def provenance(self, day, unit):
        text = self.text(self.folder(day, unit) + '/provenance.json')
        return _predicate(text)

    def transcript(self, day, unit):
        number = self.provenance(day, unit)['run']['published']
        return self.text(f'{self.folder(day, unit)}/run-{number}.txt')

    def tables(self, day, unit):
        return _tables(self.transcript(day, unit) or '')

    def sass(self, day, unit):
        return _sass(self.text(self.folder(day, unit) + '/sass.txt') or '')

    def ptxas(self, day, unit):
        return _ptxas(self.text(self.folder(day, unit) + '/ptxas.txt') or '')

    def regions(self, path):
        text = self.text(path)
        return None if text is None else _regions(text)

    def facts(self, day):
        return _facts(self.text(f'lessons/{day}/lesson.md').split('\n---', 1)[0])

    def measured(self, day):
        """Columns that the front matter lists as measured."""
        front = self.text(f'lessons/{day}/lesson.md').split('\n---', 1)[0]
        match = re.search(r'^measured: \[(.*)\]$', front, re.M)
        return [part.strip() for part in match.group(1).split(',')] if match else []
