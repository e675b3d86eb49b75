"""Every recorded provenance.json fits its schema, and one that was changed does not."""

import copy
import json
import unittest

from workplace import ROOT, SMALL_COURSE

try:
    from jsonschema import Draft202012Validator
except ImportError:
    Draft202012Validator = None

SCHEMA = ROOT / "tools/daybook/formats/provenance.schema.json"


@unittest.skipIf(Draft202012Validator is None, "not installed: Python's jsonschema 4")
class ProvenanceSchema(unittest.TestCase):
    def setUp(self) -> None:
        schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        self.validator = Draft202012Validator(schema)

    def problems(self, statement) -> list[str]:
        return [f"{error.json_path}: {error.message}"
                for error in self.validator.iter_errors(statement)]

    def statements(self) -> list:
        return sorted(path for top in (ROOT, SMALL_COURSE)
                      for path in (top / "evidence").glob("*/*/*/provenance.json"))

    def test_every_recorded_run_fits(self) -> None:
        paths = self.statements()
        self.assertGreater(len(paths), 5)
        for path in paths:
            with self.subTest(path.parent.relative_to(ROOT).as_posix()):
                self.assertEqual(self.problems(json.loads(path.read_text(encoding="utf-8"))), [])

    def test_a_statement_without_any_one_of_its_fields_is_refused(self) -> None:
        whole = json.loads(self.statements()[0].read_text(encoding="utf-8"))
        for place in list(places(whole)):
            with self.subTest("/".join(map(str, place))):
                changed = copy.deepcopy(whole)
                del holder(changed, place)[place[-1]]
                self.assertNotEqual(self.problems(changed), [])

    def test_a_field_of_another_kind_or_of_another_name_is_refused(self) -> None:
        whole = json.loads(self.statements()[0].read_text(encoding="utf-8"))
        for place in list(places(whole)):
            with self.subTest("/".join(map(str, place))):
                changed = copy.deepcopy(whole)
                holder(changed, place)[place[-1]] = None
                self.assertNotEqual(self.problems(changed), [])
                renamed = copy.deepcopy(whole)
                parent = holder(renamed, place)
                parent[place[-1] + "X"] = parent[place[-1]]
                self.assertNotEqual(self.problems(renamed), [])

    def test_values_out_of_their_range_are_refused(self) -> None:
        whole = json.loads(self.statements()[0].read_text(encoding="utf-8"))
        for place, value in [(("predicateType",), "https://daybook.dev/recorded-run/v2"),
                             (("predicate", "digests", "source"), "00"),
                             (("predicate", "run", "started"), "2026-12-01 12:00:00"),
                             (("predicate", "run", "published"), 0),
                             (("predicate", "run", "published"), 6),
                             (("predicate", "card"), "NVIDIA H200"),
                             (("predicate", "gpu", "uuidSha256"), "GPU-1234"),
                             (("predicate", "program"), "../merge_path.cu"),
                             (("subject",), [])]:
            with self.subTest("/".join(place)):
                changed = copy.deepcopy(whole)
                holder(changed, place)[place[-1]] = value
                self.assertNotEqual(self.problems(changed), [])


def places(value, place=()):
    """Every key of every object, the architectures of deviceCode aside: none of them must be there."""
    if isinstance(value, dict):
        for key, item in value.items():
            if place[-1:] != ("deviceCode",):
                yield (*place, key)
            yield from places(item, (*place, key))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*place, 0))


def holder(value, place):
    for key in place[:-1]:
        value = value[key]
    return value


if __name__ == "__main__":
    unittest.main()
