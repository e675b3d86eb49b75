"""A reader's browser shows what the source and the transcript hold, character for character."""

import json
import re
import unittest

from browser import QUOTED_CODE, QUOTED_TABLES, visit
from workplace import Workplace

DAY = "day36-merge-path"
RUN = f"evidence/{DAY}/merge_path/2026-11-30-h200"


def region(source: str, name: str) -> str:
    """The lines between a region's markers, without marker lines and common indentation."""
    begun, lines = False, []
    for line in source.split("\n"):
        marker = re.fullmatch(r"\s*// (snippet|end snippet)(?:: ([a-z0-9-]+))?", line)
        if marker and marker[2] == name and marker[1] == "snippet":
            begun = True
        elif marker and begun and marker[1] == "end snippet" and marker[2] in (name, None):
            break
        elif begun and not marker:
            lines.append(line)
    cut = min(len(line) - len(line.lstrip(" ")) for line in lines if line.strip())
    return "\n".join(line[cut:] for line in lines)


def printed_rows(transcript: str, title: str) -> list[list[str]]:
    """The header and rows under a title, cut where the rule's dashes stand."""
    lines = transcript.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith(f"{title}: "))
    spans = [match.span() for match in re.finditer("-+", lines[at + 2])]
    rows = [lines[at + 1]]
    for line in lines[at + 3:]:
        if not line:
            break
        rows.append(line)
    return [[row[begin:end].strip() for begin, end in spans] for row in rows]


class RealLesson(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.place = Workplace()
        cls.addClassCleanup(cls.place.close)
        built = cls.place.ninja()
        if built.returncode != 0:
            raise AssertionError(built.stdout + built.stderr)
        page = cls.place.site / DAY / "index.html"
        cls.code, cls.tables = visit({"url": page, "script": QUOTED_CODE},
                                     {"url": page, "script": QUOTED_TABLES})

    def test_every_quoted_region_is_shown_as_the_source_has_it(self) -> None:
        lesson = self.place.read(f"lessons/{DAY}/lesson.md")
        names = re.findall(r"^```cuda from=#([a-z0-9-]+)", lesson, re.MULTILINE)
        self.assertIn("corank", names)
        source = self.place.read(f"src/{DAY}/merge_path.cu")
        for name in names:
            with self.subTest(region=name):
                self.assertIn(region(source, name), self.code)

    def test_a_table_is_shown_as_the_transcript_has_it(self) -> None:
        run = json.loads(self.place.read(f"{RUN}/provenance.json"))["predicate"]["run"]
        printed = printed_rows(self.place.read(f"{RUN}/run-{run['published']}.txt"), "slices")
        cells = {(row[0], header): cell
                 for row in printed[1:] for header, cell in zip(printed[0], row)}
        shown = next(table for table in self.tables
                     if table[0][0] == printed[0][0] and "x one thread" in table[0])
        self.assertEqual([row[0] for row in shown[1:]], ["1", "4", "16", "64", "256"])
        for row in shown[1:]:
            for header, cell in zip(shown[0], row):
                self.assertEqual(cell, cells[row[0], header])

    def test_no_page_asks_for_anything_outside_the_site(self) -> None:
        pages = sorted(self.place.site.rglob("*.html"))
        self.assertGreater(len(pages), 10)
        visit(*({"url": page} for page in pages))  # fails at the first such request


if __name__ == "__main__":
    unittest.main()
