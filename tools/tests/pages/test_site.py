"""The published folder: only what changed is written, and it is always one whole site."""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from unittest import mock

from sample_course import ASSEMBLE, LESSON, SampleCourse

FAILS = ("/bin/sh", "-c", "exit 1")


class Rebuilds(SampleCourse):
    def test_a_second_run_touches_nothing(self) -> None:
        self.publish()
        before = self.stamps()
        self.publish()
        self.assertEqual(self.stamps(), before)

    def test_an_edit_touches_its_own_page_only(self) -> None:
        self.publish()
        before = self.stamps()
        html = self.fragment(f"{LESSON}.en")["html"]
        self.change(f"{LESSON}.en", html=html + "<p>One more word.</p>")
        self.publish()
        changed = {page for page, stamp in self.stamps().items() if before[page] != stamp}
        self.assertEqual(changed, {f"{LESSON}/index.html", "SHA256SUMS"})

    def test_the_list_of_digests_is_of_every_file_after_every_build(self) -> None:
        for change in (lambda: None,
                       lambda: self.change(f"{LESSON}.en", title="Another"),
                       lambda: os.unlink(f"{self.fragments}/day35-co-rank.en.json"),
                       lambda: os.unlink(f"{self.site}/claims.html"),
                       lambda: os.unlink(f"{self.site}/SHA256SUMS")):
            change()
            self.publish()
            listed = [line[66:] for line in self.read("SHA256SUMS").splitlines()]
            self.assertEqual(sorted([*listed, "SHA256SUMS"]), sorted(self.pages()))
            subprocess.run(["sha256sum", "--quiet", "--check", "SHA256SUMS"], cwd=self.site,
                           check=True)

    def test_edit_after_edit_gives_the_same_site_as_a_fresh_build(self) -> None:
        html = self.fragment(f"{LESSON}.en")["html"]
        for number in range(4):
            self.change(f"{LESSON}.en", html=html + f"<p>Edit {number}.</p>",
                        title=f"Title {number // 2}")
            if number == 2:
                os.unlink(f"{self.fragments}/glossary.zh-TW.json")
            self.publish()
        grown = {page: self.read(page) for page in self.pages()}
        self.site += "-fresh"
        os.unlink(f"{self.folder}/build/pages-state.json")
        self.publish()
        self.assertEqual({page: self.read(page) for page in self.pages()}, grown)

    def test_a_new_title_reaches_index_and_neighbours(self) -> None:
        self.publish()
        self.change(f"{LESSON}.en", title="Another <title>")
        self.publish()
        for page in ("index.html", "claims.html", "day35-co-rank/index.html",
                     f"{LESSON}/merge_path.cu.html"):
            self.assertIn("Another &lt;title&gt;", self.read(page), page)

    def test_claims_of_untouched_lessons_stay_when_another_changes(self) -> None:
        self.publish()
        self.change("day35-co-rank.en", claims=self.fragment(f"{LESSON}.en")["claims"][:1])
        self.publish()
        text = self.read("claims.html")
        self.assertEqual(text.count("no slice size beats 4</a>"), 2)
        self.assertIn('href="day35-co-rank/runs/merge_path/', text)

    def test_a_page_damaged_or_removed_by_hand_is_made_again(self) -> None:
        self.publish()
        good = self.read(f"{LESSON}/index.html")
        with open(f"{self.site}/{LESSON}/index.html", "a", encoding="utf-8") as file:
            file.write("<p>by hand</p>")
        os.unlink(f"{self.site}/claims.html")
        self.publish()
        self.assertEqual(self.read(f"{LESSON}/index.html"), good)
        self.assertIn("claims.html", self.pages())

    def test_pages_of_a_deleted_lesson_vanish(self) -> None:
        self.publish()
        os.unlink(f"{self.fragments}/day35-co-rank.en.json")
        self.publish()
        self.assertEqual([page for page in self.pages() if "day35" in page], [])
        self.assertFalse(os.path.exists(f"{self.site}/day35-co-rank"))
        self.assertNotIn("day35", self.read("index.html") + self.read("sitemap.xml"))

    def test_an_unreadable_state_means_a_whole_build(self) -> None:
        self.publish()
        before = self.stamps()
        with open(f"{self.folder}/build/pages-state.json", "w", encoding="utf-8") as file:
            file.write('{"version": 1, "fragm')
        self.publish()
        self.assertEqual({page: stamp[1] for page, stamp in self.stamps().items()},
                         {page: stamp[1] for page, stamp in before.items()})


class Drafts(SampleCourse):
    def test_drafts_are_left_out(self) -> None:
        self.publish()
        self.assertEqual([page for page in self.pages() if "day37" in page], [])
        for page in self.pages():
            self.assertNotIn("day37", self.read(page), page)

    def test_drafts_are_shown_when_asked(self) -> None:
        self.publish("--drafts")
        self.assertIn('class="draft"', self.read("day37-merge-tiles/index.html"))
        self.publish()
        self.assertEqual([page for page in self.pages() if "day37" in page], [])

    def test_a_translation_not_written_yet_makes_no_page(self) -> None:
        self.publish("--drafts")
        self.assertNotIn("zh-TW/day35-co-rank/index.html", self.pages())
        self.assertIn('href="../day35-co-rank/index.html"', self.read("zh-TW/index.html"))
        self.assertNotIn("zh-TW/day35", self.read("day35-co-rank/index.html"))

    def test_a_draft_translation_leaves_the_original(self) -> None:
        self.publish()
        self.change(f"{LESSON}.zh-TW", draft=True)
        self.publish()
        self.assertNotIn(f"zh-TW/{LESSON}/index.html", self.pages())
        self.assertIn(f'href="../{LESSON}/index.html"', self.read("zh-TW/index.html"))


class Audit(SampleCourse):
    def log(self) -> str:
        return os.path.join(self.folder, "audit.log")

    def logging(self, status: int) -> tuple[str, ...]:
        return ("/bin/sh", "-c", f'echo "$@" >> {self.log()}; exit {status}', "audit")

    def audited(self) -> list[str]:
        """Publishes; the words that the audit got."""
        if os.path.exists(self.log()):
            os.unlink(self.log())
        self.publish(audit=self.logging(0))
        with open(self.log(), encoding="utf-8") as file:
            return file.read().split()

    def more(self, name: str) -> None:
        self.change(name, html=self.fragment(name)["html"] + "<p>More.</p>")

    def test_it_gets_the_new_site_and_the_changed_days(self) -> None:
        self.audited()
        self.more("day35-co-rank.en")
        self.more(f"{LESSON}.zh-TW")
        words = self.audited()
        self.assertEqual(words[0], self.site + ".next")
        self.assertEqual(sorted(words[1:]), ["day35-co-rank", LESSON])

    def test_it_gets_the_whole_site_where_a_page_of_many_lessons_changed(self) -> None:
        self.assertEqual(self.audited(), [self.site + ".next"])
        self.change("day35-co-rank.en", title="Changed")
        self.assertEqual(self.audited(), [self.site + ".next"])
        os.unlink(os.path.join(self.site, "claims.html"))
        self.assertEqual(self.audited(), [self.site + ".next"])

    def test_it_is_not_run_when_no_lesson_changed(self) -> None:
        self.publish(audit=self.logging(0))
        os.unlink(self.log())
        self.publish(audit=self.logging(0))
        self.assertFalse(os.path.exists(self.log()))

    def test_a_failing_one_leaves_the_last_good_site(self) -> None:
        self.publish()
        before = {page: (self.read(page), stamp) for page, stamp in self.stamps().items()}
        self.change(f"{LESSON}.en", title="Wrong")
        for _ in range(2):
            done = self.assemble(audit=FAILS)
            self.assertEqual(done.returncode, 1)
            self.assertIn("did not pass its audit, the published one stays", done.stderr)
            after = {page: (self.read(page), stamp) for page, stamp in self.stamps().items()}
            self.assertEqual(after, before)
        self.publish()
        self.assertIn("Wrong", self.read(f"{LESSON}/index.html"))

    def test_a_failing_first_one_publishes_nothing(self) -> None:
        self.assertEqual(self.assemble(audit=FAILS).returncode, 1)
        self.assertFalse(os.path.exists(self.site))

    def test_one_that_cannot_start_is_not_a_pass(self) -> None:
        self.assertEqual(self.assemble(audit=("/no/such/audit",)).returncode, 2)
        self.assertFalse(os.path.exists(self.site))

    def test_a_value_that_is_missing_leaves_the_last_good_site(self) -> None:
        self.publish()
        before = self.stamps()
        for part, key in (("origins", "driver"), ("runs", "facts"), ("programs", "build")):
            with self.subTest(key=key):
                fragment = self.fragment(f"{LESSON}.en")
                kept = fragment[part][0].pop(key)
                self.write_fragment(f"{LESSON}.en", fragment)
                done = self.assemble()
                self.assertIn(done.returncode, (1, 2))
                self.assertNotIn("Traceback", done.stderr)
                self.assertIn(f"'{key}'", done.stderr)
                self.assertEqual(self.stamps(), before)
                fragment[part][0][key] = kept
                self.write_fragment(f"{LESSON}.en", fragment)


class Check(SampleCourse):
    """The command that judges the lessons, and runs while their pages are made."""

    def test_one_that_fails_leaves_the_last_good_site_and_says_why_itself(self) -> None:
        self.publish()
        before = self.stamps()
        self.change(f"{LESSON}.en", title="Wrong")
        stamp = os.path.join(self.folder, "stamp")
        done = self.assemble("--stamp", stamp, check=("/bin/sh", "-c", "echo wrong here; exit 1"))
        self.assertEqual((done.returncode, done.stdout), (1, "wrong here\n"))
        self.assertEqual(done.stderr, f"{self.site}: the published site is left as it was\n")
        self.assertEqual(self.stamps(), before)
        self.assertFalse(os.path.exists(stamp))
        self.publish("--stamp", stamp)
        self.assertIn("Wrong", self.read(f"{LESSON}/index.html"))

    def test_it_counts_also_where_no_page_changes(self) -> None:
        self.publish()
        self.assertEqual(self.assemble(check=FAILS).returncode, 1)

    def test_one_that_succeeds_publishes(self) -> None:
        done = self.assemble(check=("/bin/true",))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(os.path.exists(self.site))

    def test_one_that_cannot_start_or_dies_is_not_a_pass(self) -> None:
        for check in (("/no/such/check",), ("/bin/sh", "-c", "kill -9 $$")):
            done = self.assemble(check=check)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{check[0]}: error: the check did not come to an end", done.stderr)
            self.assertFalse(os.path.exists(self.site))


class Unwritable(SampleCourse):
    def test_a_page_that_cannot_be_written_leaves_the_last_good_site(self) -> None:
        self.publish()
        before = self.stamps()
        run = self.fragment(f"{LESSON}.en")["runs"][0]
        self.change(f"{LESSON}.en", title="Wrong", runs=[run | {"run": "r" * 300}])
        done = self.assemble()
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("File name too long", done.stderr)
        self.assertIn("the published site is left as it was", done.stderr)
        self.assertEqual(self.stamps(), before)
        self.assertFalse(os.path.exists(self.site + ".next"))

    def test_a_page_may_stand_where_a_folder_stood_and_the_other_way_round(self) -> None:
        self.publish()
        program = self.fragment(f"{LESSON}.en")["programs"][0]
        for name in (f"{program['name']}/inner.cu", program["name"]):
            self.change(f"{LESSON}.en", programs=[program | {"name": name}])
            self.publish()
            self.assertIn(f"{LESSON}/{name}.html", self.pages())


class Stamp(SampleCourse):
    def test_it_is_touched_only_when_the_site_is_published(self) -> None:
        stamp = os.path.join(self.folder, "stamp")
        self.assemble("--stamp", stamp, audit=FAILS)
        self.assertFalse(os.path.exists(stamp))
        self.publish("--stamp", stamp)
        self.assertTrue(os.path.exists(stamp))


class Interrupted(SampleCourse):
    def test_killed_in_the_audit_the_next_run_mends_all(self) -> None:
        self.publish()
        self.change(f"{LESSON}.en", title="Second")
        done = self.assemble(audit=("/bin/sh", "-c", "kill -9 $PPID"))
        self.assertEqual(done.returncode, -9)
        self.assertNotIn("Second", self.read(f"{LESSON}/index.html"))
        self.publish()
        self.assertIn("Second", self.read(f"{LESSON}/index.html"))
        self.assertFalse(os.path.exists(self.site + ".next"))

    def test_a_site_set_aside_is_put_back(self) -> None:
        self.publish()
        pages = self.pages()
        os.rename(self.site, self.site + ".aside")
        self.publish()
        self.assertEqual(self.pages(), pages)
        self.assertFalse(os.path.exists(self.site + ".aside"))

    def test_a_folder_that_is_no_site_is_refused(self) -> None:
        os.makedirs(self.site)
        with open(f"{self.site}/thesis.txt", "w", encoding="utf-8") as file:
            file.write("years of work")
        done = self.assemble()
        self.assertEqual(done.returncode, 2)
        self.assertIn("is not a site made by Daybook", done.stderr)
        self.assertEqual(self.pages(), ["thesis.txt"])

    def test_two_pages_of_one_address_are_an_error(self) -> None:
        fragment = self.fragment(f"{LESSON}.en")
        fragment["programs"] *= 2
        self.write_fragment(f"{LESSON}.en", fragment)
        done = self.assemble()
        self.assertEqual(done.returncode, 1)
        self.assertIn("two pages have this address", done.stderr)


class Exchange(SampleCourse):
    def folder_with(self, path: str, word: str) -> None:
        os.makedirs(path)
        with open(f"{path}/page.html", "w", encoding="utf-8") as file:
            file.write(word)

    def test_both_ways_of_exchanging_swap_the_two_folders(self) -> None:
        sys.path.insert(0, os.path.dirname(ASSEMBLE))
        self.addCleanup(sys.path.remove, os.path.dirname(ASSEMBLE))
        import site_folder
        for atomic in (site_folder.exchange, lambda one, other: False):
            with self.subTest(atomic=atomic), mock.patch.object(site_folder, "exchange", atomic):
                self.folder_with(self.site, "old")
                self.folder_with(self.site + ".next", "new")
                site_folder.SiteFolder(self.site).swap()
                self.assertEqual(self.read("page.html"), "new")
                self.assertEqual(self.read("../site.next/page.html"), "old")
                self.assertEqual(sorted(os.listdir(os.path.dirname(self.site))),
                                 ["site", "site.next"])
                shutil.rmtree(self.site)
                shutil.rmtree(self.site + ".next")


class Inputs(SampleCourse):
    def test_a_fragment_that_is_not_whole_cannot_be_checked(self) -> None:
        for content, words in (("{", "cannot be read"), ("{}", "another version"),
                               ('{"schema": 1}', "is not whole")):
            with self.subTest(content=content):
                with open(f"{self.fragments}/day35-co-rank.en.json", "w",
                          encoding="utf-8") as file:
                    file.write(content)
                done = self.assemble()
                self.assertEqual(done.returncode, 2)
                self.assertIn(words, done.stderr)
                self.assertIn("day35-co-rank.en.json", done.stderr)

    def test_no_fragment_at_all_is_an_error(self) -> None:
        for name in os.listdir(self.fragments):
            if name != "course.json":
                os.unlink(os.path.join(self.fragments, name))
        self.assertEqual(self.assemble().returncode, 2)

    def test_without_an_address_there_is_no_sitemap_and_no_feed(self) -> None:
        with open(f"{self.fragments}/course.json", encoding="utf-8") as file:
            course = json.load(file)
        self.publish()
        self.assertTrue({"sitemap.xml", "feed.xml"} <= set(self.pages()))
        self.write_fragment("course", course | {"site": ""})
        self.publish()
        self.assertFalse({"sitemap.xml", "feed.xml"} & set(self.pages()))
        self.assertNotRegex(self.read("404.html"), re.compile('href="/'))


if __name__ == "__main__":
    unittest.main()
