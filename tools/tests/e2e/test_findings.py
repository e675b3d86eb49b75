"""One changed character is found where it stands; `update` mends what may be mended."""

import re
import unittest

from workplace import DAYBOOK, Workplace

DAY = "day36-merge-path"
LESSON = f"lessons/{DAY}/lesson.md"
PROGRAM = f"src/{DAY}/merge_path.cu"
RUN = f"evidence/{DAY}/merge_path/2026-11-30-h200"
PAGE = f"build/site/html/{DAY}/index.html"
CODE = "const size_t delta = (i - iLow + 1) >> 1;"
COMMENT = "// Per warp: lanes d ranks apart"


class OneCharacter(unittest.TestCase):
    def setUp(self) -> None:
        self.place = Workplace()
        self.addCleanup(self.place.close)
        self.fence = self.place.line_of(LESSON, "```cuda from=#corank")

    def check(self, status: int) -> str:
        done = self.place.daybook("check")
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def assert_line(self, pattern: str, text: str) -> None:
        self.assertRegex(text, re.compile("^" + pattern + "$", re.MULTILINE))

    def differing_quote(self, name: str) -> str:
        return (rf"{LESSON}:{self.fence}:1: error: code differs from snippet '{name}' "
                rf"\({PROGRAM}:\d+\) \[quote-differs\]")

    def test_the_course_as_it_is_holds(self) -> None:
        self.assert_line(r"\d+ lessons.*: all hold", self.check(0))

    def test_in_the_source_it_is_found_at_the_quote_and_update_writes_it(self) -> None:
        line = self.place.replace(PROGRAM, COMMENT, COMMENT.replace("apart", "aparT"))
        found = self.check(1)
        self.assert_line(self.differing_quote("corank"), found)
        self.assert_line(rf"@@ -\d+ \+{line} @@", found)
        self.assert_line(re.escape("-" + COMMENT) + ".*", found)
        self.assert_line(re.escape("+" + COMMENT.replace("apart", "aparT")) + ".*", found)
        self.assertEqual(self.place.daybook("update").returncode, 0)
        self.check(0)
        self.assertIn(COMMENT.replace("apart", "aparT"), self.place.read(LESSON))

    def test_in_code_that_runs_the_measurement_is_stale_too_and_no_update_hides_it(self) -> None:
        self.place.replace(PROGRAM, CODE, CODE.replace(">> 1", ">> 2"))
        self.assert_line(self.differing_quote("corank"), self.check(1))
        self.place.daybook("update")
        after = self.place.daybook("check", "--strict")
        self.assertNotIn("[quote-differs]", after.stdout)
        # With a compiler the machine code differs; without one nobody can tell.
        self.assertRegex(after.stdout, rf"of 'merge_path' is stale.*\[evidence-stale\]|"
                                       rf"{LESSON}:1:1: .*\[evidence-unknown\]")
        self.assertIn(after.returncode, (1, 2))

    def test_in_the_lesson_it_is_found_there_and_update_writes_the_source(self) -> None:
        before = self.place.read(LESSON)
        line = self.place.replace(LESSON, CODE, CODE.replace("iLow", "iLow "))
        found = self.check(1)
        self.assert_line(self.differing_quote("corank"), found)
        self.assert_line(rf"@@ -{line} \+\d+ @@", found)
        self.assertEqual(self.place.daybook("update").returncode, 0)
        self.assertEqual(self.place.read(LESSON), before)
        self.check(0)

    def test_in_a_transcript_it_is_found_at_the_recorded_file_and_update_leaves_it(self) -> None:
        transcript = f"{RUN}/run-2.txt"
        text = self.place.read(transcript)
        digit = re.search(r"\d\.\d\d", text)
        self.place.write(transcript, text[:digit.start()] + str((int(digit[0][0]) + 1) % 10)
                         + text[digit.start() + 1:])
        edited = self.place.sources()
        self.assert_line(rf"{transcript}: error: the file is not the one recorded: "
                         r"SHA-256 \w+… expected, \w+… found \[evidence-digest\]", self.check(1))
        self.assertEqual(self.place.daybook("update").returncode, 1)
        self.assertEqual(self.place.sources(), edited)

    def test_in_the_published_page_it_is_found_by_the_audit(self) -> None:
        built = self.place.ninja()
        self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
        line = self.place.replace(PAGE, 'data-quote="1"', 'data-quote="1"')
        self.place.replace(PAGE, "jLow = k &gt; m", "jLov = k &gt; m")
        found = self.place.daybook("audit", "build/site/html")
        self.assertEqual(found.returncode, 1, found.stdout + found.stderr)
        self.assert_line(rf"{PAGE}:{line}:\d+: error: quote 1 \({LESSON}:{self.fence}\) differs "
                         rf"from {PROGRAM} \[audit-quote-differs\]", found.stdout)
        self.check(0)

    def test_a_second_update_changes_nothing(self) -> None:
        self.place.replace(PROGRAM, COMMENT, COMMENT.replace("apart", "aparT"))
        self.place.replace(LESSON, CODE, CODE.replace("iLow", "iLow "))
        self.assertEqual(self.place.daybook("update").returncode, 0)
        once = self.place.sources()
        again = self.place.daybook("update")
        self.assertEqual((again.returncode, again.stdout), (0, "nothing to update\n"))
        self.assertEqual(self.place.sources(), once)

    def test_a_dry_run_prints_a_patch_that_git_applies_to_the_same_end(self) -> None:
        self.place.replace(LESSON, CODE, CODE.replace("iLow", "iLow "))
        patch = self.place.daybook("update", "--dry-run").stdout
        self.place.write("update.patch", patch)
        applied = self.place.run("git", "apply", "update.patch")
        self.assertEqual(applied.returncode, 0, applied.stderr)
        self.check(0)


class Statuses(unittest.TestCase):
    def test_what_cannot_be_checked_ends_with_two(self) -> None:
        place = Workplace()
        self.addCleanup(place.close)
        self.assertEqual(place.daybook("check", "day99-none").returncode, 2)
        self.assertEqual(place.run(DAYBOOK, "-C", "/", "check").returncode, 2)
        self.assertEqual(place.daybook("chek").returncode, 2)


if __name__ == "__main__":
    unittest.main()
