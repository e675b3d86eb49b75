"""Recording: here, through a bundle, through a launcher. The small course's programs need no GPU, so
all of it runs, from the source to the page's numbers."""

import json
import os
import re
import shutil
import unittest

from workplace import DAYBOOK, SMALL_COURSE, Workplace

UNIT = "day01-demo/demo"
LESSON = "lessons/day01-demo/lesson.md"
PROGRAM = "src/day01-demo/demo.cu"


class Recording(unittest.TestCase):
    def setUp(self) -> None:
        self.place = Workplace(SMALL_COURSE)
        self.addCleanup(self.place.close)
        # The small course's own runs are of 2026-12-01: today is a later day.
        self.place.write("tools/date", "#!/bin/sh\n"
                         f"exec {shutil.which('date')} -d '2026-12-05 12:00:00 UTC' \"$@\"\n")
        self.place.path("tools/date").chmod(0o755)
        old_path = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", old_path)
        os.environ["PATH"] = f"{self.place.path('tools')}:{old_path}"

    def daybook(self, *words: str, status: int = 0) -> str:
        done = self.place.daybook(*words)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def runs(self) -> set[str]:
        return {path.name for path in self.place.path(f"evidence/{UNIT}").iterdir()}

    def twice_as_slow(self) -> None:
        self.place.replace(PROGRAM, "0.5 * steps(n)", "1.0 * steps(n)")
        self.place.replace(PROGRAM, "0.5 * steps(16)", "1.0 * steps(16)")

    def record_makes_it_hold(self, *words: str) -> None:
        """A changed program is stale, `words` records it, `update` writes the new numbers."""
        before = self.runs()
        self.twice_as_slow()
        self.assertIn("[evidence-stale]", self.daybook("check", status=1))
        self.assertIn("stale", self.daybook("status", status=1))
        for command in words:
            done = self.place.run("sh", "-c", command.replace("daybook", DAYBOOK))
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(self.runs() - before), 1)
        self.assertNotIn("[evidence-stale]", self.place.daybook("check").stdout)
        self.place.daybook("update")
        self.assertRegex(self.place.read(LESSON), r"\| 1024 \| 10\.0\d \| 10 \|")

    def test_here(self) -> None:
        self.record_makes_it_hold("daybook record day01-demo")

    def test_through_a_bundle_carried_by_hand(self) -> None:
        self.record_makes_it_hold("daybook record --bundle bundle day01-demo",
                                  "sh bundle/run.sh -o results",
                                  "daybook import results/results.tar.gz")

    def test_through_a_launcher(self) -> None:
        self.record_makes_it_hold("daybook record --via 'env DAYBOOK_TEST=1' day01-demo")

    def test_a_trial_keeps_nothing(self) -> None:
        before = self.place.sources()
        shown = self.daybook("record", "--try", "day01-demo", "demo")
        self.assertIn("would be accepted", shown)
        self.assertEqual(self.place.sources(), before)

    def test_evidence_names_no_host_user_or_folder(self) -> None:
        self.daybook("record", "day01-demo")
        here = {str(self.place.root), self.place.run("hostname").stdout.strip()} - {""}
        for path in self.place.path("evidence").rglob("provenance.json"):
            text = path.read_text(encoding="utf-8")
            json.loads(text)
            for name in here:
                self.assertIsNone(re.search(rf"\b{re.escape(name)}\b", text), path)

    def test_a_failing_program_is_rejected_and_kept_aside(self) -> None:
        before = self.place.sources()
        self.place.replace(PROGRAM, "int main() {", "int main() {\n    return 3;")
        said = self.daybook("record", "day01-demo", "demo", status=1)
        self.assertIn("rejected", said)
        self.assertTrue(self.place.path(f"build/rejected/{UNIT}/rejection.txt").exists())
        after = self.place.sources()
        self.assertEqual({name for name in after if after[name] != before.get(name)}, {PROGRAM})


if __name__ == "__main__":
    unittest.main()
