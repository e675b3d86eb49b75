"""Formulas of DESIGN 3.7: a small recursive evaluator over exact intervals, the oracle's own."""
import re
from fractions import Fraction

from numeral import UNITS

_TOKEN = re.compile(r"\s*(?:(?P<path>\{[^{}]*\})|(?P<text>'[^']*')|(?P<number>\d+(?:,\d{3})*(?:\.\d+)?(?:e-?\d+)?)"
                    r"|(?P<word>[A-Za-zµ%]+(?:/s\b)?)|(?P<mark><=|>=|==|!=|[-+*/^(),<>%]))")


class Wrong(Exception):
    """The formula cannot be worked out, which is a finding."""


class Unsure(Exception):
    """The rules do not say, so neither does the oracle."""


class Value:
    def __init__(self, low, high, kind='', keys=None):
        self.low, self.high, self.kind, self.keys = low, high, kind, keys


def tokenize(text):
    tokens, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            raise Wrong(f'no token at {at}')
        tokens.append((match.lastgroup, match.group(match.lastgroup)))
        at = match.end()
    return tokens + [('end', '')]


def _kinds(a, b, sign):
    if not b:
        return a
    if not a:
        return b if sign > 0 else {'time': '1/time', 'rate': '1/rate'}.get(b, '1/' + b)
    if sign < 0:
        if a == b:
            return ''
        if a == 'bytes' and b == 'time':
            return 'bytes/time'
        if a == 'bytes' and b == 'bytes/time':
            return 'time'
    if sign > 0 and {a, b} == {'bytes/time', 'time'}:
        return 'bytes'
    raise Unsure('compound unit')


class Evaluator:
    """look(path) gives a list of (key, Value) and whether the path had a star; or raises Wrong."""

    def __init__(self, text, look):
        self.tokens, self.at, self.look = tokenize(text), 0, look

    def value(self):
        result = self._or()
        if self.tokens[self.at][0] != 'end':
            raise Wrong('text behind the formula')
        return result

    def _peek(self, *marks):
        return self.tokens[self.at][1] in marks and self.tokens[self.at][0] in ('mark', 'word')

    def _take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def _need(self, mark):
        if not self._peek(mark):
            raise Wrong(f'no {mark}')
        self.at += 1

    def _or(self):
        left = self._and()
        while self._peek('or'):
            self._take()
            right = self._and()
            left = self._truth(left) or self._truth(right)
        return left

    def _and(self):
        left = self._not()
        while self._peek('and'):
            self._take()
            right = self._not()
            left = self._truth(left) and self._truth(right)
        return left

    def _not(self):
        if self._peek('not'):
            self._take()
            return not self._truth(self._not())
        return self._compare()

    @staticmethod
    def _truth(value):
        if not isinstance(value, (bool, list)):
            raise Wrong('not a truth')
        if isinstance(value, list):
            raise Wrong('several truths')
        return value

    def _compare(self):
        begin = self.at
        left = self._sum()
        middle = self.at
        if not self._peek('<', '>', '<=', '>=', '==', '!='):
            return left
        sign = self._take()[1]
        right = self._sum()
        one, other = self.tokens[begin:middle], self.tokens[middle + 1:self.at]
        if one == other or not any(sort == 'path' for sort, _ in one + other):
            raise Wrong('no run could make it false')
        return self._broadcast(left, right, lambda a, b: compare(sign, a, b))

    @staticmethod
    def _broadcast(a, b, work):
        if isinstance(a, list) or isinstance(b, list):
            rows = len(a) if isinstance(a, list) else len(b)
            left = a if isinstance(a, list) else [a] * rows
            right = b if isinstance(b, list) else [b] * rows
            if len(left) != len(right):
                raise Wrong('columns of two lengths')
            return [work(x, y) for x, y in zip(left, right)]
        return work(a, b)

    def _sum(self):
        left = self._product()
        while self._peek('+', '-'):
            sign = self._take()[1]
            right = self._product()
            left = self._broadcast(left, right, lambda a, b: add(a, b, sign))
        return left

    def _product(self):
        left = self._power()
        while self._peek('*', '/'):
            sign = self._take()[1]
            right = self._power()
            left = self._broadcast(left, right, lambda a, b: multiply(a, b, sign))
        return left

    def _power(self):
        if self._peek('-'):
            self._take()
            return multiply(self._power(), Value(Fraction(-1), Fraction(-1)), '*')
        base = self._atom()
        if self._peek('^'):
            self._take()
            return power(number(base), number(self._power()))
        return base

    def _atom(self):
        sort, text = self._take()
        if sort == 'path':
            rows, star = self.look(text[1:-1])
            if not star:
                return rows[0][1]
            for key, value in rows:
                if isinstance(value, Value):
                    value.keys = key
            return [value for _, value in rows]
        if sort == 'text':
            return text[1:-1]
        if sort == 'number':
            value = Fraction(text.replace(',', ''))
            unit = self.tokens[self.at][1]
            if unit in UNITS and unit not in ('x', 'times'):
                self._take()
                kind, factor = UNITS[unit]
                return Value(value * factor, value * factor, '' if kind == 'ratio' else kind)
            return Value(value, value)
        if text == '(':
            inside = self._or()
            self._need(')')
            return inside
        if sort == 'word':
            return self._call(text)
        raise Wrong(f'unexpected {text}')

    def _call(self, name):
        self._need('(')
        if name == 'count':
            return self._count()
        arguments = []
        while not self._peek(')'):
            arguments.append(self._or())
            if not self._peek(')'):
                self._need(',')
        self._take()
        return call(name, arguments)

    def _count(self):
        sort, text = self.tokens[self.at]
        if sort != 'path' or 'sass/' not in text:
            self._or()
            raise Unsure('count of a column')
        self._take()
        lines = self.look(text[1:-1])[0]
        self._need(',')
        sort, sought = self._take()
        if sort != 'text':
            raise Wrong('count needs a text')
        self._need(')')
        hits = Fraction(sum(sought[1:-1] in line for line in lines))
        return Value(hits, hits)


def number(value):
    if not isinstance(value, Value):
        raise Wrong('not a number')
    return value


def same_kind(a, b):
    if a.kind != b.kind:
        raise Wrong(f'{a.kind} against {b.kind}')
    return a.kind


def compare(sign, a, b):
    if isinstance(a, str) or isinstance(b, str) or isinstance(a, tuple) or isinstance(b, tuple):
        a, b = (side[0] if isinstance(side, tuple) else side for side in (a, b))
        if sign not in ('==', '!='):
            raise Wrong('order of texts')
        if a is None or b is None:
            return False
        if isinstance(a, Value) or isinstance(b, Value):
            text, value = (a, b) if isinstance(a, str) else (b, a)
            try:
                same = Fraction(text.replace(',', '')) == value.low
            except ValueError:
                raise Unsure('text against number') from None
        else:
            same = a == b
        return same == (sign == '==')
    a, b = number(a), number(b)
    same_kind(a, b)
    if a.low != a.high or b.low != b.high:
        raise Unsure('claim over an interval')
    return {'<': a.low < b.low, '>': a.low > b.low, '<=': a.low <= b.low, '>=': a.low >= b.low,
            '==': a.low == b.low, '!=': a.low != b.low}[sign]


def add(a, b, sign):
    a, b = number(a), number(b)
    kind = same_kind(a, b)
    if sign == '+':
        return Value(a.low + b.low, a.high + b.high, kind)
    return Value(a.low - b.high, a.high - b.low, kind)


def multiply(a, b, sign):
    a, b = number(a), number(b)
    if sign == '/':
        if b.low <= 0 <= b.high:
            raise Wrong('division by zero')
        low, high = 1 / b.high, 1 / b.low
        ends = [x * y for x in (a.low, a.high) for y in (low, high)]
        return Value(min(ends), max(ends), _kinds(a.kind, b.kind, -1))
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return Value(min(ends), max(ends), _kinds(a.kind, b.kind, 1))


def power(base, exponent):
    if exponent.low == exponent.high and exponent.low.denominator == 1 and abs(exponent.low) < 64:
        count = int(exponent.low)
        if base.low < 0 or base.low == 0 and count < 0:
            raise Unsure('power of a negative')
        ends = [base.low ** count, base.high ** count]
    elif base.low < 0:
        raise Wrong('root of a negative number')
    else:
        ends = [Fraction(float(base.low) ** float(exponent.low)),
                Fraction(float(base.high) ** float(exponent.low))]
    if base.kind:
        raise Unsure('power of a unit')
    return Value(min(ends), max(ends))


def call(name, arguments):
    if name == 'within' and len(arguments) == 3:
        x, y, share = map(number, arguments)
        same_kind(x, y)
        if x.low != x.high or y.low != y.high:
            raise Unsure('claim over an interval')
        return abs(x.low - y.low) <= share.low * abs(y.low)
    if name in ('all', 'any') and len(arguments) == 1 and isinstance(arguments[0], list):
        return {'all': all, 'any': any}[name](arguments[0])
    if name == 'monotone' and len(arguments) == 1 and isinstance(arguments[0], list):
        values = [number(value).low for value in arguments[0]]
        pairs = list(zip(values, values[1:]))
        if any(a == b for a, b in pairs):
            raise Unsure('equal neighbours')
        return all(a < b for a, b in pairs) or all(a > b for a, b in pairs)
    if name in ('argmin', 'argmax') and len(arguments) == 1 and isinstance(arguments[0], list):
        values = [number(value) for value in arguments[0]]
        best = {'argmin': min, 'argmax': max}[name](value.low for value in values)
        keys = [value.keys for value in values if value.low == best]
        return (keys[0] if len(keys) == 1 else None,)
    if name == 'abs' and len(arguments) == 1:
        value = number(arguments[0])
        ends = sorted((abs(value.low), abs(value.high)))
        return Value(Fraction(0) if value.low <= 0 <= value.high else ends[0], ends[1], value.kind)
    if name == 'ratio' and len(arguments) == 2:
        return multiply(arguments[0], arguments[1], '/')
    if name in ('min', 'max') and len(arguments) == 1 and isinstance(arguments[0], list):
        values = [number(value) for value in arguments[0]]
        pick = {'min': min, 'max': max}[name]
        return Value(pick(v.low for v in values), pick(v.high for v in values), values[0].kind)
    if name in ('sum', 'mean', 'min', 'max', 'ratio'):
        raise Unsure(name)
    raise Wrong(f'no function {name}')
