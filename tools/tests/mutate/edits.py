"""What an edit of a course is: the files' new bytes, and where the rules alone, not the oracle's
judgement of quotes, say that something must be found. The kinds stand in the *_edits modules."""
import random
import string

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
