"""What must be found after an edit: the places of everything that held before and is broken now."""
import collections
import re

from judge import Judge
from lesson_scan import Lesson
from world import World


class Thing:
    """One judged thing: where it may be blamed, what it read, how to judge it again."""

    def __init__(self, key, places, judge):
        self.key, self.places, self.judge, self.reads = key, places, judge, frozenset()


class Oracle:
    def __init__(self, root):
        self.world = World(root)
        self.judge = Judge(self.world)
        self.formulas = {}
        self.parsed = {}
        self.things = {}
        self.readers = {}
        self.wrong_at_first = []
        for day in self.world.days:
            for thing in self.things_of(day):
                self._first(thing)

    def _first(self, thing):
        self.world.read = set()
        verdict = thing.judge()
        thing.reads = frozenset(self.world.read)
        self.world.read = None
        self.things[thing.key] = thing
        for path in thing.reads:
            self.readers.setdefault(path, []).append(thing)
        if verdict is not False:
            self.wrong_at_first.append((thing.key, thing.places, verdict))

    def things_of(self, day):
        for path in self.world.lessons(day):
            yield from self.lesson_things(day, path)
        program = f'src/{day}/{self.world.program(day)}.cu'
        front = f'lessons/{day}/lesson.md'
        yield Thing(('house', program), [(program, 1, 10**6)], lambda: self.judge.house(program))
        yield Thing(('markers', program), [(program, 1, 10**6, 'region-*')],
                    lambda: self.judge.markers(program))
        for variant in self.world.variants(day):
            patch = f'src/{day}/variants/{variant}.patch'
            yield Thing(('patch', patch), [(patch, 1, 10**6)],
                        lambda day=day, variant=variant: self.judge.patch(day, variant))
        for unit in self.world.units(day):
            yield Thing(('fresh', day, unit), [(front, 1, 1)],
                        lambda unit=unit: self.judge.fresh(day, unit))

    def lesson(self, path):
        text = self.world.text(path)
        if path not in self.parsed:
            self.parsed[path] = (text, Lesson(text))
            lesson = self.parsed[path][1]
            self.formulas[path] = {item.body: lesson.resolved(item)[1] for item in lesson.items
                                   if item.kind == 'inline' and lesson.resolved(item)}
        known, lesson = self.parsed[path]
        if known != text:
            lesson = Lesson(text)
        lesson.formulas = self.formulas[path]
        return lesson

    def lesson_things(self, day, path):
        lesson = self.lesson(path)
        seen = collections.Counter()
        for item in lesson.items:
            places = [(path, item.first, item.last)]
            closure = ''
            if item.kind == 'inline':
                resolved = lesson.resolved(item)
                if resolved is not None:
                    places = [(path, line, line) for line in resolved[2]]
                    closure = resolved[0] + Judge.closure(resolved[1], lesson)
                    for name, (_, target, line) in lesson.definitions.items():
                        if '{' + name + '}' in closure or target == resolved[1]:
                            places.append((path, line, line))
            key = (path, item.kind, item.target, item.attributes, item.body, item.name, closure)
            seen[key] += 1
            yield Thing(key + (seen[key],), places, lambda item=item: self.judge.quote(day, lesson, item))
        for number, line in enumerate(lesson.lines[:lesson.front_end], 1):
            for formula in re.findall(r'\bclaim: "([^"]*)"', line):
                yield Thing((path, 'variant', formula), [(path, number, number)],
                            lambda formula=formula: self.judge.variant_claim(day, lesson, formula))
        for name in lesson.unused:
            line = lesson.definitions[name][2]
            yield Thing((path, 'unused', name), [(path, line, line)], lambda: True)

    def after(self, over):
        """`over`: path → bytes or None. Gives the broken things and those nobody can be sure of."""
        self.world.over = over
        broken, unsure, touched = [], [], []
        try:
            again = {thing.key: thing for path in over for thing in self.readers.get(path, [])}
            for path in over:
                if path.startswith('lessons/day') and over[path] is not None:
                    again = {key: thing for key, thing in again.items() if key[0] != path}
                    for thing in self.lesson_things(path.split('/')[1], path):
                        known = self.things.get(thing.key)
                        if known is None or len(over) > 1 or path in known.reads:
                            again[thing.key] = thing
            for thing in again.values():
                verdict = thing.judge()
                touched.append(thing)
                if verdict is True:
                    broken.append(thing)
                elif verdict is None:
                    unsure.append(thing)
        finally:
            self.world.over = {}
        return broken, unsure, touched
