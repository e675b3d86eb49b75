"""Numbers as DESIGN 3.6 reads them, in exact fractions; written for the oracle alone."""
import re
from fractions import Fraction

HEDGES = {'about', 'around', 'some', 'roughly', 'nearly', 'almost', 'over', '~', '≈', '約', '近', '超過'}
BELOW = {'nearly', 'almost', '近'}
ABOVE = {'over', '超過'}

_BYTES = {'B': 1, 'kB': 10**3, 'MB': 10**6, 'GB': 10**9, 'TB': 10**12,
          'KiB': 2**10, 'MiB': 2**20, 'GiB': 2**30, 'TiB': 2**40}
UNITS = {'ns': ('time', Fraction(1, 10**9)), 'µs': ('time', Fraction(1, 10**6)),
         'μs': ('time', Fraction(1, 10**6)), 'us': ('time', Fraction(1, 10**6)),
         'ms': ('time', Fraction(1, 1000)), 's': ('time', Fraction(1)),
         '毫秒': ('time', Fraction(1, 1000)), '微秒': ('time', Fraction(1, 10**6)),
         '秒': ('time', Fraction(1)), '奈秒': ('time', Fraction(1, 10**9)),
         'Hz': ('rate', Fraction(1)), 'kHz': ('rate', Fraction(10**3)),
         'MHz': ('rate', Fraction(10**6)), 'GHz': ('rate', Fraction(10**9)),
         '%': ('ratio', Fraction(1, 100)), '×': ('ratio', Fraction(1)), 'x': ('ratio', Fraction(1)),
         'times': ('ratio', Fraction(1)), '倍': ('ratio', Fraction(1))}
UNITS.update({name: ('bytes', Fraction(size)) for name, size in _BYTES.items()})
UNITS.update({prefix + 'second' + many: ('time', Fraction(1, 1000**power)) for many in ('', 's')
              for power, prefix in enumerate(('', 'milli', 'micro', 'nano'))})
UNITS['percent'] = UNITS['%']
UNITS.update({name + '/s': ('bytes/time', Fraction(size)) for name, size in _BYTES.items()})

_NUMBER = re.compile(r'(?P<sign>[-−+])?(?P<whole>\d{1,3}(?:[,\u00a0\u2009\u202f]\d{3})+|\d+)'
                     r'(?P<part>\.\d+)?(?P<power>[eE][-+−]?\d+)?')
_UNIT = re.compile(r'[\s\u00a0\u2009\u202f]?(' +
                   '|'.join(sorted(map(re.escape, UNITS), key=len, reverse=True)) + r')(?![A-Za-z/])')


class Written:
    """A number as it stands in a text: value, the step of its last digit, its unit, its hedge."""

    def __init__(self, value, step, unit, hedge, span):
        self.value, self.step, self.unit, self.hedge, self.span = value, step, unit, hedge, span

    def interval(self):
        low, high = self.value - self.step / 2, self.value + self.step / 2
        if self.hedge in BELOW:
            high = self.value
        if self.hedge in ABOVE:
            low = self.value
        return low, high

    def scaled(self):
        kind, factor = UNITS.get(self.unit, ('', Fraction(1)))
        low, high = self.interval()
        return kind, low * factor, high * factor


def numbers(text):
    found = []
    for match in _NUMBER.finditer(text):
        before = text[:match.start()]
        if before and (before[-1].isascii() and before[-1].isalnum() or before[-1] in '._'):
            continue
        digits = re.sub(r'\D', '', match['whole'])
        part = (match['part'] or '')[1:]
        power = int((match['power'] or 'e0')[1:].replace('−', '-'))
        step = Fraction(10) ** (power - len(part))
        value = int(digits + part) * step
        words = re.findall(r'[^\W\d]+|[~≈]', before)
        hedge = words[-1].lower() if words else ''
        if hedge not in HEDGES:
            hedge = next((word for word in ('超過', '約', '近') if hedge.endswith(word)), '')
        if hedge:
            significant = len((digits + part).lstrip('0'))
            zeros = len(digits + part) - len((digits + part).rstrip('0'))
            step *= 10 ** max(0, min(zeros, significant - 2))
        if match['sign'] in ('-', '−'):
            value = -value
        unit = _UNIT.match(text, match.end())
        found.append(Written(value, step, unit.group(1) if unit else '', hedge, match.span()))
    return found


def rounds(written, printed, printed_unit):
    """Whether a cell's printed number rounds to the written one; None where 3.6 is silent."""
    kind, factor = UNITS.get(written.unit, ('', Fraction(1)))
    own_kind, own_factor = UNITS.get(printed_unit, ('', Fraction(1)))
    if written.unit and printed_unit and kind != own_kind:
        return False
    if not written.unit:
        factor = own_factor
    elif not printed_unit:
        if kind not in ('ratio', ''):
            return False
        own_factor = factor if written.unit != '%' else Fraction(1)
    low, high = written.interval()
    true = printed.value * own_factor
    if not low * factor <= true <= high * factor:
        return False
    finest = printed.step * own_factor / factor
    plain = str(finest.numerator).strip('0') in ('', '1') and str(finest.denominator).strip('0') in ('', '1')
    if written.step < finest and not written.hedge:
        return False if plain else None
    return True


_IN_PATH = re.compile(r'(?<![^/{ -])\d+(?:-\d+)*(?![^/} -])')


def numerals(formula, parts=False):
    """Every number in a formula. 50-00 in a path is 50.00; with `parts` also 50 and 0. A kernel's
    name<1> holds none."""
    formula = re.sub(r'\{[^{}]*\}', lambda path: ' '.join(_IN_PATH.findall(path.group())), formula)
    joined = re.sub(r'(?<=\d)-(?=\d)', '.', formula)
    texts = [joined, re.sub(r'-', ' ', formula)] if parts else [joined]
    return {number.value for text in texts for number in numbers(re.sub(r"[{}/+(),'-]", ' ', text))}
