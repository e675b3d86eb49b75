"""Links work by file name: every one leads to a page and a place that exist."""
import os
import posixpath
import unittest
from urllib.parse import unquote

from sample_course import LESSON, Reader, SampleCourse


class Links(SampleCourse):
    def test_every_link_of_the_site_leads_somewhere(self) -> None:
        course = self.fragment("course")
        self.write_fragment("course", course | {"site": "", "repository": ""})
        self.publish()
        readers = {page: Reader(self.read(page)) for page in self.pages()
                   if page.endswith(".html")}
        checked = 0
        for page, reader in readers.items():
            self.assertEqual(len(reader.ids), len(set(reader.ids)), page)
            for link in reader.links:
                if link.startswith("https://godbolt.org/"):
                    continue
                path, _, fragment = link.partition("#")
                target = posixpath.normpath(posixpath.join(posixpath.dirname(page),
                                                           unquote(path))) if path else page
                self.assertTrue(os.path.isfile(f"{self.site}/{target}"), f"{page}: {link}")
                if fragment:
                    self.assertIn(unquote(fragment), readers[target].ids, f"{page}: {link}")
                checked += 1
        self.assertGreater(checked, 100)

    def test_lessons_terms_and_sources_become_pages(self) -> None:
        self.publish()
        text = self.read(f"{LESSON}/index.html")
        self.assertIn('<a href="../day35-co-rank/index.html#the-search">co-rank</a>', text)
        self.assertIn('<a href="../glossary.html#warp">warp</a>', text)
        self.assertIn('<a href="merge_path.cu.html">the source</a>', text)
        self.assertIn("that is day 37.", text)
        self.assertNotIn(".md", text)

    def test_a_translation_links_to_translations_where_they_exist(self) -> None:
        self.publish()
        text = self.read(f"zh-TW/{LESSON}/index.html")
        term = "%E7%B7%9A%E7%A8%8B%E6%9D%9F"
        self.assertTrue(f'href="../glossary.html#{term}"' in text
                        or 'href="../glossary.html#線程束"' in text)
        self.assertIn('<a href="../../day35-co-rank/index.html#the-search" hreflang="en">', text)

    def test_a_translations_notes_stand_below_their_headings(self) -> None:
        note = {"section": "", "text": "原文 <改> 過。", "href": f"../../{LESSON}/index.html"}
        notes = self.fragment(f"{LESSON}.zh-TW")["notes"]
        self.change(f"{LESSON}.zh-TW", notes=[note, *notes])
        self.publish()
        text = self.read(f"zh-TW/{LESSON}/index.html")
        self.assertIn('data-lesson-body>\n\n<p class="notes" role="note" data-decoration>'
                      '原文 &lt;改&gt; 過。 <a href=', text)
        self.assertIn('這裡沒有說明的事</h2>\n<p class="notes" role="note" data-decoration>'
                      '原文在這之後還有一節〈Quick quiz〉，尚未翻譯。 '
                      f'<a href="../../{LESSON}/index.html#quick-quiz" hreflang="en">閱讀原文</a></p>',
                      text)

    def test_a_note_does_not_link_to_an_original_that_is_not_published(self) -> None:
        self.change(f"{LESSON}.en", draft=True)
        self.publish()
        self.assertIn("尚未翻譯。</p>", self.read(f"zh-TW/{LESSON}/index.html"))

    def test_the_language_switch_knows_the_other_pages_sections(self) -> None:
        english = self.fragment(f"{LESSON}.en")["headings"]
        chinese = self.fragment(f"{LESSON}.zh-TW")["headings"]
        self.publish()
        self.assertNotIn("data-sections", self.read(f"zh-TW/{LESSON}/index.html"))
        self.assertIn(' data-sections="', self.read("glossary.html"))
        self.change(f"{LESSON}.en", headings=english[:len(chinese)])
        self.publish()
        ids = " ".join(each["id"] for each in english[:len(chinese)])
        text = self.read(f"zh-TW/{LESSON}/index.html")
        self.assertIn(f'hreflang="en" data-sections="{ids}"', text)
        self.assertIn('<script src="../../static/switch.js" defer></script>', text)
        self.assertNotIn("<script", self.read("index.html"))

    def test_a_translation_offers_the_originals_programs(self) -> None:
        self.publish()
        text = self.read(f"zh-TW/{LESSON}/index.html")
        self.assertIn(f'<a href="../../{LESSON}/merge_path.cu.html">閱讀 merge_path.cu</a>', text)
        self.assertIn(f'href="../../{LESSON}/runs/merge_path/2026-11-30-x100/index.html#L10"',
                      self.read(f"zh-TW/{LESSON}/index.html"))
        self.assertIn(f'href="../{LESSON}/runs/merge_path/2026-11-30-x100/index.html#L11"',
                      self.read("zh-TW/claims.html"))

    def test_the_glossary_links_to_lessons(self) -> None:
        self.publish()
        self.assertIn(f'href="{LESSON}/index.html"', self.read("glossary.html"))
        self.assertIn(f'href="{LESSON}/index.html"', self.read("zh-TW/glossary.html"))

    def test_a_term_is_explained_on_the_page(self) -> None:
        self.publish()
        self.assertIn("<dd>Thirty-two threads that a multiprocessor runs in step; day 36 shows "
                      "one <code>at work</code>.</dd>", self.read(f"{LESSON}/index.html"))

    def test_languages_of_a_page_name_each_other(self) -> None:
        self.publish()
        text = self.read(f"{LESSON}/index.html")
        self.assertIn(f'<a href="../zh-TW/{LESSON}/index.html" lang="zh-TW" hreflang="zh-TW"',
                      text)
        self.assertIn('<link rel="alternate" hreflang="zh-TW" href="https://example.org/course/'
                      f'zh-TW/{LESSON}/">', text)
        self.assertNotIn("hreflang", self.read("day35-co-rank/index.html"))

    def test_odd_file_names_are_encoded(self) -> None:
        fragment = self.fragment(f"{LESSON}.en")
        fragment["programs"][0]["name"] = "a b#c:d$é.cu"
        self.write_fragment(f"{LESSON}.en", fragment)
        self.publish()
        self.assertIn(f"{LESSON}/a b#c:d$é.cu.html", self.pages())
        self.assertIn('href="a%20b%23c%3Ad%24%C3%A9.cu.html"', self.read(f"{LESSON}/index.html"))


class Pages(SampleCourse):
    def test_pages_name_their_language_and_load_nothing_from_elsewhere(self) -> None:
        self.publish()
        for page in self.pages():
            if page.endswith(".html"):
                text = self.read(page)
                language = "zh-TW" if page.startswith("zh-TW/") else "en"
                self.assertIn(f'<html lang="{language}">', text, page)
                self.assertNotRegex(text, r'<script(?! src="(\.\./)*static/)', page)
                self.assertEqual(text.count("<h1"), 1, page)

    def test_wide_tables_and_sketches_can_be_reached_by_keyboard(self) -> None:
        self.publish()
        text = self.read(f"{LESSON}/index.html")
        self.assertEqual(text.count("<table"), text.count('<div class="scroll" tabindex="0"'))
        self.assertEqual(text.count("<pre"), text.count('tabindex="0"') - text.count("<table"))

    def test_the_style_sheet_is_small(self) -> None:
        import gzip
        self.publish()
        self.assertLess(len(gzip.compress(self.read("static/daybook.css").encode())), 12_000)


if __name__ == "__main__":
    unittest.main()
