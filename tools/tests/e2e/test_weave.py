"""One edge of the build: what `weave` asks of Pandoc, and when it need not ask again."""

import json
import os
import unittest

from workplace import SMALL_COURSE, Workplace

DAY = "day01-demo"
LESSON = f"lessons/{DAY}/lesson.md"
# A Pandoc that notes how it was called.
COUNTING = """#!/bin/sh
printf '%s\\n' "$*" >>"$0.calls"
{more}exec pandoc "$@"
"""


class Weave(unittest.TestCase):
    def setUp(self) -> None:
        self.place = Workplace(SMALL_COURSE)
        self.addCleanup(self.place.close)
        self.pandoc()

    def pandoc(self, more: str = "") -> None:
        self.place.write("counting-pandoc", COUNTING.format(more=more))
        os.chmod(self.place.path("counting-pandoc"), 0o755)

    def calls(self) -> list[str]:
        path = self.place.path("counting-pandoc.calls")
        return path.read_text().splitlines() if path.exists() else []

    def weave(self, *more: str, status: int = 0) -> str:
        done = self.place.daybook("weave", LESSON, "--output", "out.json", "--verdict",
                                  "out.verdict", "--prose", "out.prose", "--depfile", "out.d",
                                  "--pandoc", str(self.place.path("counting-pandoc")), *more)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stderr

    def outputs(self) -> list[bytes]:
        return [self.place.path(name).read_bytes()
                for name in ("out.json", "out.verdict", "out.prose", "out.d")]

    def test_the_same_words_are_not_asked_for_twice(self) -> None:
        self.weave()
        before = self.outputs()
        self.weave()
        self.assertEqual(len(self.calls()), 1)
        self.assertEqual(self.outputs(), before)
        self.place.replace(f"src/{DAY}/demo.cu", "int main", "// A comment.\nint main")
        self.weave()
        self.assertEqual(len(self.calls()), 1, "the program's text is none of the lesson's words")
        self.assertNotEqual(self.outputs()[0], before[0])
        self.place.replace(LESSON, "\n## ", "\nOne more sentence.\n\n## ")
        self.weave()
        self.assertEqual(len(self.calls()), 2)
        self.assertIn("One more sentence.", json.loads(self.outputs()[0])["html"])

    def test_another_pandoc_is_asked_again(self) -> None:
        self.weave()
        self.pandoc("# Another one.\n")
        os.utime(self.place.path("counting-pandoc"), (1, 1))
        self.weave()
        self.assertEqual(len(self.calls()), 2)

    def test_a_warning_is_said_each_time(self) -> None:
        self.pandoc("echo careful >&2\n")
        for number in (1, 2):
            self.assertIn("Pandoc says: careful", self.weave())
            self.assertEqual(len(self.calls()), number)

    def test_a_pandoc_that_fails_or_is_not_there_is_said_and_nothing_is_written(self) -> None:
        self.pandoc("echo no room >&2; exit 3\n")
        self.assertIn("failed with status 3: no room", self.weave(status=2))
        os.remove(self.place.path("counting-pandoc"))
        self.assertIn("cannot start Pandoc", self.weave(status=2))
        self.assertFalse(self.place.path("out.json").exists())

    def test_its_timer_is_stopped_where_the_build_says_so(self) -> None:
        self.weave()
        self.weave("--no-ticker")
        without, with_option = self.calls()
        self.assertEqual(with_option, without + " +RTS -V0 -RTS")

    def test_its_verdict_is_that_of_a_check(self) -> None:
        self.place.replace(LESSON, "| 1024 | 5.020 |", "| 1024 | 5.021 |")
        self.weave()
        self.place.path("woven").mkdir()
        self.place.path("out.verdict").rename(
            self.place.path(f"woven/{DAY}.en.verdict.json"))
        checked = self.place.daybook("check")
        gathered = self.place.daybook("check", "--woven", "woven")
        self.assertEqual(checked.returncode, 1)
        self.assertEqual((gathered.returncode, gathered.stdout),
                         (checked.returncode, checked.stdout))


if __name__ == "__main__":
    unittest.main()
