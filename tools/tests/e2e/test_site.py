"""The built site: the last good one stays, nothing is made twice, what was deleted is gone."""

import os
import shutil
import unittest

from workplace import ROOT, Workplace

DAY = "day35-co-rank"
LAST_LESSON = """---
title: The last one
---

The search of [day 35](../day35-co-rank/lesson.md) starts at [3](run:day35-co-rank/trace/0/i).
"""


class BuiltSite(unittest.TestCase):
    def setUp(self) -> None:
        self.place = Workplace()
        self.addCleanup(self.place.close)
        self.build()

    def build(self, status: int = 0) -> str:
        done = self.place.ninja()
        words = done.stdout + done.stderr
        self.assertEqual(min(done.returncode, 1), status, words)
        return words

    def test_a_second_build_does_nothing(self) -> None:
        self.assertIn("ninja: no work to do.", self.build())

    def test_an_edited_lesson_changes_its_own_pages_only(self) -> None:
        before = self.place.pages()
        self.place.write(f"lessons/{DAY}/lesson.md",
                         self.place.read(f"lessons/{DAY}/lesson.md") + "\nOne more sentence.\n")
        self.build()
        after = self.place.pages()
        changed = {name for name in after if after[name] != before.get(name)}
        # The translation says that its original changed.
        self.assertEqual(changed - {f"zh-TW/{DAY}/index.html"},
                         {f"{DAY}/index.html", "SHA256SUMS"})
        self.assertIn(b"One more sentence.", after[f"{DAY}/index.html"])

    def test_a_new_lesson_gets_a_page_and_a_deleted_one_loses_it(self) -> None:
        before, settings = self.place.pages(), self.place.read("course.yaml")
        self.place.write("lessons/day99-last/lesson.md", LAST_LESSON)
        self.place.write("course.yaml", settings.replace(DAY, f"{DAY}, day99-last"))
        self.build()
        self.assertIn("day99-last/index.html", self.place.pages())
        shutil.rmtree(self.place.path("lessons/day99-last"))
        self.place.write("course.yaml", settings)
        self.build()
        self.assertEqual(self.place.pages(), before)

    def test_a_failing_check_leaves_the_last_good_site(self) -> None:
        before = self.place.pages()
        self.place.replace(f"lessons/{DAY}/lesson.md", "__device__", "__devise__")
        self.assertIn("[quote-differs]", self.build(status=1))
        self.assertEqual(self.place.pages(), before)
        self.assertIn("[quote-differs]", self.build(status=1), "a second build checks again")
        self.assertIn(self.place.daybook("check").stdout, self.build(status=1),
                      "the build says what a check says, whole")
        self.assertEqual(self.place.daybook("update").returncode, 0)
        self.build()
        self.assertEqual(self.place.pages(), before)

    def test_the_mend_that_the_audit_names_makes_an_edited_page_good(self) -> None:
        before = self.place.pages()
        self.place.replace(f"build/site/html/{DAY}/index.html", "__device__", "__devise__")
        self.place.replace("build/site/html/index.html", "</title>", "!</title>")
        said = self.place.daybook("audit", "build/site/html").stdout
        mends = {line.removeprefix("mend: ") for line in said.splitlines() if "mend: " in line}
        self.assertEqual(len(mends), 1, said)
        self.assertEqual(self.place.run("sh", "-c", mends.pop()).returncode, 0)
        self.assertEqual(self.place.pages(), before)

    def test_a_draft_is_not_published(self) -> None:
        self.place.replace(f"lessons/{DAY}/lesson.md", "---\n", "---\ndraft: true\n")
        self.build()
        self.assertNotIn(f"{DAY}/index.html", self.place.pages())

    def test_an_edit_of_the_settings_is_seen_without_configuring_by_hand(self) -> None:
        self.place.replace("course.yaml", "title: {en: ", "title: {en: New ")
        self.build()
        self.assertIn(b"New CUDA", self.place.pages()["index.html"])

    def test_what_was_installed_since_is_found_when_the_build_is_configured_again(self) -> None:
        nvcc = self.place.path("toolkit/nvcc")
        configure = f'. "{ROOT}/tools/packages.sh" && configure "$PWD" "$PWD/build"'
        before = self.place.run("sh", "-c", configure)
        self.place.write("toolkit/nvcc", "#!/bin/sh\nexit 1\n")
        nvcc.chmod(0o755)
        path = f"{nvcc.parent}:{os.environ['PATH']}"
        after = self.place.run("sh", "-c", configure, env={**os.environ, "PATH": path})
        self.assertEqual((before.returncode, after.returncode), (0, 0), before.stderr + after.stderr)
        self.assertNotIn(str(nvcc), before.stdout)
        self.assertIn(str(nvcc), after.stdout)

    def test_a_new_file_of_the_site_s_is_published(self) -> None:
        self.place.write("site/static/more.txt", "more\n")
        self.build()
        self.assertEqual(self.place.pages()["static/more.txt"], b"more\n")
        self.assertIn("ninja: no work to do.", self.build())


if __name__ == "__main__":
    unittest.main()
