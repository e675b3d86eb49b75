"""Whether what a lesson says follows from its sources: the rules of DESIGN 3 and 4.4, judged by
code that shares nothing with the core. A judgement is True (broken), False (holds), None (unsure)."""
import re
from fractions import Fraction

import formula_eval
import numeral
import source_scan
from formula_eval import Evaluator, Unsure, Value, Wrong
from lesson_scan import elided
from transcript_scan import slug
from world import differs, printed_facts

# "16 times as long", "1.9× faster", "3 倍": how many times as much, which no row's name says.
_FACTOR = re.compile(r'倍|(?:times|×|x)\s+(?:as|better|bigger|cheaper|deeper|faster|fewer|greater|higher|larger|less|'
                     r'longer|lower|more|narrower|quicker|shorter|slower|smaller|that of|the|wider|worse)\b')
_NUMBER_WORDS = re.compile(r'\b(half|halves|third|thirds|quarter|quarters|fifth|sixth|seventh|eighth|'
                           r'tenth|twice|one|two|three|four|five|six|seven|eight|nine|ten|twelve|'
                           r'sixteen|double|all|no|none)\b|[一二兩三四五六七八九十半倍]')


def pick(name, names):
    """A part of a path among slugs: exact, or shortened at a hyphen and still unique."""
    exact = [i for i, other in enumerate(names) if other == name]
    if len(exact) == 1:
        return exact[0]
    if exact:
        raise Wrong(f'{name} stands twice')
    near = [i for i, other in enumerate(names) if other.startswith(name + '-')]
    if len(near) != 1:
        raise Wrong(f'{name} leads to nothing')
    return near[0]


class Judge:
    def __init__(self, world):
        self.world = world

    # Paths.

    def split(self, day, path):
        parts = path.split('/')
        if re.match(r'day\d+-', parts[0]):
            day = parts.pop(0)
            if day not in self.world.days:
                raise Wrong('no such day')
        unit = self.world.program(day)
        if parts and parts[0] in self.world.units(day):
            unit = parts.pop(0)
        return day, unit, parts

    def table(self, day, unit, name):
        tables = self.world.tables(day, unit)
        if any(table is None for table in tables):
            raise Unsure('columns run together')
        return tables[pick(name, [slug(table.title) for table in tables])]

    def fact(self, day, unit, name):
        facts = self.world.facts(day)
        if name not in facts:
            raise Wrong('no such fact')
        try:
            found = printed_facts(facts[name], self.world.transcript(day, unit))
        except re.error:
            raise Wrong('no pattern') from None
        if len(found) != 1:
            raise Wrong('a fact is there once')
        return next(iter(found))

    def cells(self, day, path):
        """[(key's text, cell's text, its unit, whether it is a count)], and whether a star is in the path."""
        day, unit, parts = self.split(day, path)
        if parts[:1] == ['fact'] and len(parts) == 2:
            text = self.fact(day, unit, parts[1])
            found = numeral.numbers(text)
            return [('', text, found[0].unit if found else '', True)], False
        if parts[:1] == ['ptxas'] and len(parts) == 3:
            kernels = self.world.ptxas(day, unit)
            figures = kernels[list(kernels)[pick(slug(parts[1]), list(kernels))]]
            if parts[2] not in figures:
                raise Wrong('no such figure')
            return [('', figures[parts[2]], '', True)], False
        if len(parts) != 3:
            raise Wrong('a path has three parts')
        table = self.table(day, unit, parts[0])
        column = pick(parts[2], table.columns)
        rows = range(len(table.rows)) if parts[1] == '*' else [pick(parts[1], table.keys)]
        counted = not (table.measured(column) or
                       f'{slug(table.title)}/{table.columns[column]}' in self.world.measured(day))
        return [(table.rows[row][0], table.rows[row][column], table.units[column], counted)
                for row in rows], parts[1] == '*'

    # Values.

    @staticmethod
    def quantity(text, unit, counted, exactly):
        found = numeral.numbers(text)
        if len(found) != 1 or found[0].span[0] != 0:
            return text
        written = found[0]
        kind, factor = numeral.UNITS.get(written.unit or unit, ('', Fraction(1)))
        half = 0 if exactly or counted and written.step == 1 else written.step / 2
        return Value((written.value - half) * factor, (written.value + half) * factor,
                     '' if kind == 'ratio' else kind)

    def evaluate(self, day, formula, definitions, exactly, depth=0):
        if depth > 20:
            raise Wrong('names in a ring')

        def look(path):
            if path in definitions:
                scheme, target, _ = definitions[path]
                if scheme == 'run':
                    return look(target)
                if scheme == 'calc':
                    return [('', self.evaluate(day, target, definitions, exactly, depth + 1))], False
                raise Unsure('a claim by name')
            if 'sass/' in path:
                own, unit, parts = self.split(day, path)
                kernels = self.world.sass(own, unit)
                names = list(kernels)
                return [kernels[names[pick(slug('/'.join(parts[1:])), names)]]]
            rows, star = self.cells(day, path)
            return [(key, self.quantity(text, unit, counted, exactly))
                    for key, text, unit, counted in rows], star

        return Evaluator(formula, look).value()

    # Quotes.

    def quote(self, day, lesson, item):
        resolved = lesson.resolved(item) if item.kind == 'inline' else (None, None, None)
        if resolved is None:
            return True
        try:
            if item.kind == 'fence':
                return self.fence(day, item)
            if item.kind == 'table':
                return self.table_quote(day, item)
            return self.inline(day, lesson, item, resolved[0], resolved[1])
        except Wrong:
            return True
        except Unsure:
            return None

    def fence(self, day, item):
        body = list(item.body[1:])
        attributes = dict(item.attributes)
        target = item.target
        if target.startswith('run:'):
            return not elided(body, self.printed(day, target[4:]))
        if target == 'cmd:build':
            program = self.world.program(day)
            command = self.world.build.format(arch=self.world.arch, out=program, **{'in': program + '.cu'})
            return body != [command]
        if target == 'cmd:run':
            return body != [self.world.run.format(out=self.world.program(day))]
        if target.startswith('variant:'):
            text = self.world.text(f'src/{day}/variants/{target[8:]}.patch')
            if text is None:
                return True
            return body != source_scan.Patch(text).lines
        path, _, name = target.rpartition('#')
        if path:
            raise Unsure('another file')
        path = f'src/{day}/{self.world.program(day)}.cu'
        found = self.world.regions(path)
        if found is None:
            raise Unsure('markers do not pair')
        if name not in found or attributes.get('mark', '#' + name)[1:] not in found:
            return True
        lines = source_scan.quoted(self.world.text(path), found[name])
        return not elided(body, lines, ('// ...',))

    def printed(self, day, path):
        day, unit, parts = self.split(day, path)
        if parts[:1] == ['sass']:
            kernels = self.world.sass(day, unit)
            return kernels[list(kernels)[pick(slug('/'.join(parts[1:])), list(kernels))]]
        lines = self.world.transcript(day, unit).split('\n')
        if lines and lines[-1] == '':
            lines.pop()
        if parts in ([], ['']):
            return lines
        table = self.table(day, unit, parts[0])
        return lines[table.first_line:table.last_line + 1]

    def table_quote(self, day, item):
        if len(item.body) < 3:
            return True
        header, rule, *rows = item.body
        if any(not re.fullmatch(r':?-+:?', cell) for cell in rule) or len(rule) != len(header):
            return True
        own, unit, parts = self.split(day, item.target)
        if len(parts) != 1:
            return True
        table = self.table(own, unit, parts[0])
        columns = [self.column(own, table, cell, parts[0]) for cell in header]
        if len(set(columns)) != len(columns):
            raise Unsure('a column twice')
        if 0 not in columns:
            return True
        seen, gap, unsure = [], False, False
        for row in rows:
            row = list(row) + [''] * (len(header) - len(row))
            if '…' in row and set(row) <= {'…', ''}:
                gap = True
                continue
            if len(row) > len(header):
                raise Unsure('a row too long')
            key = row[columns.index(0)]
            at = self.row(table, key)
            if at in seen:
                raise Unsure('a row twice')
            seen.append(at)
            for cell, column, head in zip(row, columns, header):
                verdict = self.cell(cell, table.rows[at][column], table.units[column], head, column == 0)
                if verdict is False:
                    return True
                unsure |= verdict is None
        if len(seen) < len(table.rows) and not gap:
            return True
        if unsure or gap and len(seen) == len(table.rows):
            raise Unsure('cell')
        return False

    def column(self, day, table, cell, name):
        link = re.fullmatch(r'\[(.*)\]\(run:([^)]+)\)', cell)
        if link:
            place = pick(link.group(2).split('/')[-1], table.columns)
            if self.bracketed(link.group(1)) != self.bracketed(table.header[place]):
                raise Unsure('another unit')
            return place
        exact = [i for i, other in enumerate(table.header) if other == cell]
        if len(exact) == 1:
            return exact[0]
        if exact:
            raise Wrong('two equal headers')
        bare = slug(re.sub(r'\s*\([^()]*\)\s*$', '', cell))
        if bare in table.columns:
            raise Unsure('another unit or spelling')
        raise Wrong('no such column')

    @staticmethod
    def bracketed(header):
        """What stands in brackets at its end: its unit."""
        found = re.search(r'\(([^()]*)\)\s*$', header)
        return found and found.group(1)

    def row(self, table, key):
        link = re.fullmatch(r'\[.*\]\(run:([^)]+)\)', key)
        if link:
            return pick(link.group(1).split('/')[-2], table.keys)
        exact = [i for i, row in enumerate(table.rows) if row[0] == key]
        if len(exact) == 1:
            return exact[0]
        if exact:
            raise Wrong('two equal keys')
        if slug(key) in table.keys:
            raise Unsure('another spelling of a key')
        mine = numeral.numbers(key)
        for row in table.rows:
            theirs = numeral.numbers(row[0])
            if mine and theirs and mine[0].value == theirs[0].value:
                raise Unsure('another spelling of a key')
            if mine and theirs and numeral.rounds(mine[0], theirs[0], '') is not False:
                raise Unsure('a key rounded')
        raise Wrong('no such row')

    @staticmethod
    def cell(cell, printed, unit, head, is_key):
        if cell == printed or is_key:
            return True
        mine, theirs = numeral.numbers(cell), numeral.numbers(printed)
        if len(mine) != 1 or len(theirs) != 1 or theirs[0].span != (0, len(printed)):
            return False if re.sub(r'\W', '', cell) != re.sub(r'\W', '', printed) else None
        if mine[0].span != (0, len(cell)):
            if mine[0].span[0] == 0 and mine[0].unit and cell.endswith(mine[0].unit):
                return numeral.rounds(mine[0], theirs[0], unit)
            return None if numeral.rounds(mine[0], theirs[0], unit) else False
        return numeral.rounds(mine[0], theirs[0], unit)

    def inline(self, day, lesson, item, scheme, target):
        if scheme == 'run':
            rows, star = self.cells(day, target)
            if star:
                raise Wrong('many cells')
            found = numeral.numbers(item.body)
            printed = numeral.numbers(rows[0][1])
            if len(found) != 1:
                if found or not re.search(r'\w', rows[0][1]) or printed:
                    return True if not found else self.unsure('several numbers')
                return self.unsure('a word')
            if not printed:
                return True
            verdict = numeral.rounds(found[0], printed[0], rows[0][2])
            return None if verdict is None else not verdict
        if scheme == 'calc':
            return self.calc(day, lesson, item, target)
        if scheme == 'claim':
            return self.claim(day, lesson, item, target)
        raise Unsure(scheme)

    @staticmethod
    def unsure(why):
        raise Unsure(why)

    def calc(self, day, lesson, item, target):
        value = self.evaluate(day, target, lesson.definitions, False)
        if not isinstance(value, Value):
            return True
        found = numeral.numbers(item.body)
        if len(found) != 1:
            return True if not found else None
        kind, low, high = found[0].scaled()
        kind = '' if kind == 'ratio' else kind
        if kind != value.kind and (kind or found[0].unit):
            return True
        if kind != value.kind:
            raise Unsure('no unit')
        meets = low <= value.high and value.low <= high
        point = self.evaluate(day, target, lesson.definitions, True)
        width = value.high - value.low
        if not meets:
            return True
        # The ends of a formula that takes a value twice are wider than what it can really give.
        inside = low - width / 50 <= point.low <= high + width / 50
        return False if inside or self.once(target, lesson) else None

    @staticmethod
    def closure(target, lesson, depth=0):
        text = target
        for name in re.findall(r'\{([^{}]+)\}', target):
            if name in lesson.definitions and depth < 20:
                text += ' ' + Judge.closure(lesson.definitions[name][1], lesson, depth + 1)
        return text

    @staticmethod
    def once(target, lesson):
        paths = [path for path in re.findall(r'\{([^{}]+)\}', Judge.closure(target, lesson))]
        return len(paths) == len(set(paths)) and not any(
            paths.count(lesson.definitions[path][1]) for path in paths if path in lesson.definitions)

    @staticmethod
    def rests_on_a_run(target, lesson, depth=0):
        """Whether a formula takes a value of a run, through names too: no claim stands without one."""
        for path in re.findall(r'\{([^{}]+)\}', target):
            scheme, inner = lesson.definitions.get(path, ('', ''))[:2]
            if scheme.startswith('run') or not scheme and not path.startswith('given/'):
                return True
            if depth < 20 and Judge.rests_on_a_run(inner, lesson, depth + 1):
                return True
        return False

    def claim(self, day, lesson, item, target):
        if not self.rests_on_a_run(target, lesson):
            return True
        value = self.evaluate(day, target, lesson.definitions, True)
        if not isinstance(value, bool):
            raise Wrong('no condition')
        if not value:
            return True
        text = re.sub(r'`[^`]*`', '', item.body)
        said = {number.value for number in numeral.numbers(text)}
        factors = {number.value for number in numeral.numbers(text)
                   if _FACTOR.match(text[number.span[1]:].lstrip())}
        if factors - numeral.numerals(re.sub(r'\{[^{}]*\}', ' ', target)):
            return True
        missing = said - numeral.numerals(target)
        if missing:
            if missing <= numeral.numerals(self.closure(target, lesson), parts=True):
                raise Unsure('a number of a named value')
            return True
        original = getattr(lesson, 'formulas', {}).get(item.body)
        if original is not None and original != target and _NUMBER_WORDS.search(item.body):
            raise Unsure('a number in words')
        return False

    def variant_claim(self, day, lesson, formula):
        """A claim of the front matter: as one in the text, without words."""
        try:
            if not self.rests_on_a_run(formula, lesson):
                return True
            return self.evaluate(day, formula, lesson.definitions, True) is not True
        except Wrong:
            return True
        except Unsure:
            return None

    # Sources, variants, freshness.

    def markers(self, path):
        """Markers that do not pair, or with nothing between them."""
        found = self.world.regions(path)
        text = self.world.text(path)
        return found is None or not all(''.join(source_scan.quoted(text, span)).strip()
                                        for span in found.values())

    def house(self, path):
        found = self.world.regions(path)
        if found is None:
            return None
        for name in found:
            house = self.world.text(f'snippets/{name}.cuh')
            if house is None:
                continue
            own = source_scan.quoted(self.world.text(path), found[name])
            if [line for line in house.rstrip('\n').split('\n')] != own:
                return True
        return False

    def patch(self, day, variant):
        source = self.world.text(f'src/{day}/{self.world.program(day)}.cu')
        return source_scan.Patch(self.world.text(f'src/{day}/variants/{variant}.patch')).applied(source) is None

    def fresh(self, day, unit):
        """True: not fresh, whatever a compiler would say; None: its patch no longer applies."""
        program = self.world.program(day)
        current = self.world.text(f'src/{day}/{program}.cu')
        _, _, variant = unit.partition('+')
        if variant:
            current = source_scan.Patch(self.world.text(f'src/{day}/variants/{variant}.patch')).applied(current)
            if current is None:
                return None
        recorded = self.world.text(f'{self.world.folder(day, unit)}/{program}.cu')
        return current != recorded and differs(current, recorded)
