#!/usr/bin/env python3
"""Mutation proof: random edits of the real course, each judged by a small oracle of its own and by
`daybook`. Prints what was found, what was blamed wrongly, and the seeds to see a draw again.

    mutate.py DAYBOOK ROOT [--count 1000] [--seed 1] [--jobs 2] [--site FOLDER] [--show SEED]
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import edits
# In this order: a seed's draw depends on it.
import lesson_edits  # noqa: F401
import source_edits  # noqa: F401
import evidence_edits  # noqa: F401
import pages
import seal
from oracle import Oracle

SIGNED = ('day35-co-rank', 'co_rank+floor')
STAND_IN = '#!/bin/sh\nexit 1\n'  # a compiler that builds nothing: a changed token is then stale


class Bench:
    """One worker's scratch copy of the course, with the oracle that has read it."""

    def __init__(self, daybook, root, site, scratch, left_out=()):
        self.daybook, self.site = daybook, site
        self.root = tempfile.mkdtemp(prefix='mutate-', dir=scratch)
        self.tools = tempfile.mkdtemp(prefix='mutate-tools-', dir=scratch)
        for name in ('lessons', 'src', 'snippets', 'evidence'):
            shutil.copytree(os.path.join(root, name), os.path.join(self.root, name))
        static = os.path.join('site', 'static')  # the audit compares these with the published ones
        shutil.copytree(os.path.join(root, static), os.path.join(self.root, static))
        for path in left_out:
            os.remove(os.path.join(self.root, path))
        shutil.copy(os.path.join(root, 'course.yaml'), self.root)
        self._stand_in()
        # The published pages are of the course as it is, before one of its runs is signed.
        self.audited = os.path.join(self.tools, 'course')
        if site:
            shutil.copytree(self.root, self.audited)
        self.signed = self._sign()
        self.oracle = Oracle(self.root)
        if site:
            self.pages = os.path.join(self.tools, 'site')
            shutil.copytree(site, self.pages)

    def _stand_in(self):
        path = os.path.join(self.tools, 'nvcc')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(STAND_IN)
        os.chmod(path, 0o755)
        self.environment = dict(os.environ, PATH=self.tools + os.pathsep + os.environ['PATH'])

    def _sign(self):
        day, unit = SIGNED
        parent = os.path.join(self.root, 'evidence', day, unit)
        if not shutil.which('ssh-keygen') or not os.path.isdir(parent):
            return set()
        folder = os.path.join('evidence', day, unit, sorted(os.listdir(parent))[-1])
        key, public = seal.make_key(self.tools, 'recorder')
        _, stranger = seal.make_key(self.tools, 'stranger')
        line = '{} namespaces="daybook-evidence",valid-after="20260101" {}\n'
        self._write('evidence/allowed_signers', line.format('recorder', public).encode())
        self._write('evidence/other_signers', line.format('stranger', stranger).encode())
        with open(os.path.join(self.root, folder, 'SHA256SUMS'), 'rb') as file:
            self._write(folder + '/SHA256SUMS.sig', seal.sign(key, file.read(), self.tools))
        return {folder}

    def close(self):
        shutil.rmtree(self.root)
        shutil.rmtree(self.tools)

    def _write(self, path, data):
        place = os.path.join(self.root, path)
        if data is None:
            if os.path.exists(place):
                os.remove(place)
            return
        with open(place, 'wb') as file:
            file.write(data)

    def findings(self, words):
        root = self.audited if words[0] == 'audit' else self.root
        result = subprocess.run([self.daybook, *words], cwd=root, env=self.environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        try:
            return json.loads(result.stdout)['findings']
        except ValueError:
            return [{'id': 'crash', 'place': {'file': '', 'line': 0}, 'severity': 'error',
                     'message': f'exit {result.returncode}: ' + result.stderr.decode()[:200]}]

    def edited(self, over, words):
        for path, data in over.items():
            self._write(path, data)
        try:
            return self.findings(words)
        finally:
            for path in over:
                self._write(path, self.oracle.world.base.get(path))

    def draw(self, seed):
        """(kind, verdict, words): verdict is found, missed, quiet, alarm or undecidable."""
        for attempt in range(200):
            chance = random.Random(f'{seed}/{attempt}')
            desk = edits.Desk(self.oracle, self.signed, f'{seed}:{attempt}')
            names = [name for name in edits.KINDS if name != 'signature' or self.signed]
            weights = [edits.KINDS[name][1] for name in names]
            name = chance.choices(names + ['published-page'], weights + [pages.WEIGHT])[0]
            try:
                if name == 'published-page':
                    if not self.site:
                        raise edits.Redraw
                    return (name, *pages.draw(self, desk))
                return (name, *self.judge(edits.KINDS[name][0](desk)))
            except edits.Redraw:
                continue
        raise RuntimeError(f'no edit for seed {seed}')

    def judge(self, edit):
        if all(self.oracle.world.base.get(path) == data for path, data in edit.over.items()):
            raise edits.Redraw
        must, may = [], list(edit.may)
        broken, unsure, touched = self.oracle.after(edit.over) if edit.judged else ([], [], [])
        for thing in touched:
            day = next((part for part in thing.key if isinstance(part, str) and part.startswith('day')), None)
            edit.days.add(day or thing.places[0][0].split('/')[1])
        for thing in broken:
            must.append([place + thing_marks(thing) for place in thing.places])
        for thing in unsure:
            may += thing.places
        must += [[place] for place in edit.must]
        for path in edit.over:
            if path.startswith('lessons/day'):  # a translation is held against its original
                may += [(other, 1, 10**6, 'translation-*')
                        for other in self.oracle.world.lessons(path.split('/')[1])]
                # How far the runs spread is no part of the oracle.
                may += [(path, 1, 10**6, 'claim-could-flip')]
            else:  # whether a changed variant compiles is asked of the compiler, and there is none
                may += [(f'lessons/{day}/lesson.md', 1, 60, 'variant-build')
                        for day in self.oracle.world.days]
        if unsure and not must:
            return 'undecidable', edit.what
        days = sorted(day for day in edit.days if day in self.oracle.world.days)
        found = self.edited(edit.over, ['check', '--format=json', *days])
        return verdict(edit.what, must, may, found)


def thing_marks(thing):
    """A unit's finding must name its folder as well."""
    return (None, f'{thing.key[1]}/{thing.key[2]}/') if thing.key[0] == 'fresh' else ()


def at(finding, place):
    file, first, last = place[:3]
    inside = finding['place']['file'] == file or finding['place']['file'].startswith(file + '/')
    right = inside and first <= finding['place']['line'] <= last
    if right and len(place) > 3 and place[3]:
        right = fnmatch.fnmatch(finding['id'], place[3])
    if right and len(place) > 4:
        right = place[4] in finding['message']
    return right


def verdict(what, must, may, found):
    missed = [places for places in must if not any(at(f, place) for f in found for place in places)]
    allowed = may + [place for places in must for place in places]
    alarms = [f for f in found if not any(at(f, place) for place in allowed)]
    shown = '; '.join(f"{f['id']} at {f['place']['file']}:{f['place']['line']}: {f['message'][:90]}" for f in alarms[:3])
    if missed:
        return 'missed', f'{what}: nothing at {missed[0][:2]} ({len(found)} findings elsewhere{": " + shown if shown else ""})'
    if alarms:
        return 'alarm', f'{what}: {shown}'
    return ('found' if must else 'quiet'), what


BENCH = None


def start(*words):
    global BENCH
    BENCH = Bench(*words)
    # The worker's copy goes with the worker.
    import multiprocessing.util
    multiprocessing.util.Finalize(BENCH, BENCH.close, exitpriority=10)


def work(seeds):
    return [(seed, *BENCH.draw(seed)) for seed in seeds]


def unfinished(words):
    """Translations that do not hold as they stand: they are left out. None if an original does not."""
    bench = Bench(*words)
    try:
        found = bench.findings(['check', '--format=json'])
        wrong = [(finding['place']['file'], f"{finding['id']}: {finding['message'][:200]}") for finding in found]
        wrong += [(thing[0][0], f'oracle: {thing[2]} {str(thing[1])[:160]}')
                  for thing in ((places[0], key, holds) for key, places, holds in bench.oracle.wrong_at_first)]
    finally:
        bench.close()
    translations = sorted({file for file, _ in wrong if file.count('.') > 1 and file.endswith('.md')})
    for file, words_ in wrong:
        if file not in translations:
            print(f'the course does not hold at first: {file}: {words_}')
    for file in translations:
        print(f'left out, does not hold as it stands: {file}')
    return translations if len(translations) == len({file for file, _ in wrong}) else None


def site_holds(words):
    bench = Bench(*words)
    try:
        return not any(bench.findings(['audit', '--format=json', bench.pages, day])
                       for day in bench.oracle.world.days)
    finally:
        bench.close()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('daybook')
    parser.add_argument('root')
    parser.add_argument('--count', type=int, default=1000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--site', help='the published folder; its pages are edited too')
    parser.add_argument('--scratch', default='/dev/shm' if os.path.isdir('/dev/shm') else None)
    parser.add_argument('--show', help='one draw, by its seed')
    parser.add_argument('--seconds', type=float, help='start no further draw after so long')
    return parser.parse_args()


def main():
    options = arguments()
    site = options.site if options.site and os.path.isfile(os.path.join(options.site, 'index.html')) else None
    words = (os.path.abspath(options.daybook), os.path.abspath(options.root), site, options.scratch)
    if options.show:
        bench = Bench(*words)
        print(bench.draw(options.show))
        bench.close()
        return 0
    left_out = unfinished(words)
    if left_out is None:
        return 2
    words += (left_out,)
    if site and not site_holds(words):
        print(f'{site}: the published site is not of this course as it stands\n'
              'mend: ninja -C build site')
        return 2
    if not site:
        print('no published site here: its pages are left out')
    return report(options, words)


def report(options, words):
    counts = collections.defaultdict(collections.Counter)
    failures, begun = [], time.monotonic()
    seeds = [f'{options.seed}.{number}' for number in range(options.count)]
    chunks = [seeds[i:i + 25] for i in range(0, len(seeds), 25)]
    with concurrent.futures.ProcessPoolExecutor(options.jobs, initializer=start, initargs=words) as pool:
        waiting = set()
        while chunks or waiting:
            late = options.seconds and time.monotonic() - begun > options.seconds
            chunks = [] if late else chunks
            while chunks and len(waiting) < 2 * options.jobs:
                waiting.add(pool.submit(work, chunks.pop(0)))
            done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for result in done:
                for seed, name, outcome, what in result.result():
                    counts[name][outcome] += 1
                    if outcome in ('missed', 'alarm'):
                        failures.append((outcome, seed, name, what))
                        print(f'{outcome}: seed {seed}: {name}: {what}', flush=True)
    return closing(counts, failures)


def closing(counts, failures):
    total = sum(counts.values(), collections.Counter())
    for name in sorted(counts):
        print(f'{name:22}' + ', '.join(f'{count} {word}' for word, count in sorted(counts[name].items())))
    draws = sum(total.values())
    breaking = total['found'] + total['missed']
    harmless = draws - breaking - total['undecidable']
    print(f'found {total["found"]} of {breaking}, false alarms {total["alarm"]} of {harmless}, '
          f'undecidable {total["undecidable"]}')
    if failures:
        print('seeds of failures: ' + ' '.join(seed for _, seed, _, _ in failures))
    print(f'{draws - len(failures)} passed, {len(failures)} failed')
    return 1 if failures or draws == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
