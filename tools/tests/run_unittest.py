"""Runs the Python tests of a folder or of one file, and closes with the line that
tools/tests/summary.py adds up. Says of each skipped test why.

usage: run_unittest.py FOLDER|FILE [NAME…]
"""

import pathlib
import sys
import unittest


def load(place: pathlib.Path, names: list[str]) -> unittest.TestSuite:
    folder = place if place.is_dir() else place.parent
    sys.path.insert(0, str(folder))
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{name}*" for name in names] or None
    return loader.discover(str(folder), "test_*.py" if place.is_dir() else place.name)


def main(arguments: list[str]) -> int:
    sys.dont_write_bytecode = True
    suite = load(pathlib.Path(arguments[0]).resolve(), arguments[1:])
    result = unittest.TextTestRunner(sys.stdout, verbosity=2).run(suite)
    for test, reason in result.skipped:
        print(f"skipped: {test.id()}: {reason}")
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    skipped = len(result.skipped)
    # A failing setUpClass counts as an error and as no test run.
    passed = max(result.testsRun - failed - skipped, 0)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not result.testsRun + skipped else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
