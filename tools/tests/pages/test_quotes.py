"""Quotes reach the page character for character, each once, and no token is left."""
import os
import re
import unittest

from sample_course import LESSON, Reader, SampleCourse


class Quotes(SampleCourse):
    def test_every_substitution_stands_verbatim_once_and_in_order(self) -> None:
        self.publish()
        for name, page in ((f"{LESSON}.en", f"{LESSON}/index.html"),
                           (f"{LESSON}.zh-TW", f"zh-TW/{LESSON}/index.html")):
            text, at = self.read(page), 0
            fragment = self.fragment(name)
            by_token = {each["token"]: each["html"] for each in fragment["substitutions"]}
            for token in re.findall("DBQ[0-9a-f]+E", fragment["html"]):
                self.assertEqual(text.count(by_token[token]), 1, token)
                found = text.index(by_token[token])
                self.assertGreaterEqual(found, at, token)
                at = found

    def test_listing_and_transcript_decode_to_their_sources(self) -> None:
        self.publish()
        program = self.fragment(f"{LESSON}.en")["programs"][0]
        listing = Reader(self.read(f"{LESSON}/merge_path.cu.html"))
        self.assertEqual(listing.quotes["merge_path.cu"] + "\n", program["text"])
        for hard in ("{{1,2}}", "{% raw %}", "{# none #}", "$x$", "</script>", "\t", "&lt;",
                     "<<<grid, block>>>"):
            self.assertIn(hard, program["text"])

    def test_the_program_to_download_is_the_source_byte_for_byte(self) -> None:
        text = "\ufeff// one\r\n\tint x; // {{ 2 }} \u2028 \x0c\n// no newline at the end"
        fragment = self.fragment(f"{LESSON}.en")
        fragment["programs"][0]["text"] = text
        self.write_fragment(f"{LESSON}.en", fragment)
        self.publish()
        self.assertEqual(self.read(f"{LESSON}/merge_path.cu"), text)

    def test_no_token_is_left_on_any_page(self) -> None:
        self.publish()
        for page in self.pages():
            self.assertNotRegex(self.read(page), "DBQ[0-9a-f]", page)

    def test_a_block_quote_leaves_no_paragraph_or_fence_around_it(self) -> None:
        self.publish()
        text = self.read(f"{LESSON}/index.html")
        self.assertNotRegex(text, r"<p>\s*<figure|<code>\s*<figure|</figure>\s*</p>")

    def test_text_that_looks_like_a_token_in_a_quote_is_left_alone(self) -> None:
        fragment = self.fragment(f"{LESSON}.en")
        first, second = fragment["substitutions"][0], fragment["substitutions"][1]
        first["html"] = f"<figure>{second['token']}</figure>"
        self.write_fragment(f"{LESSON}.en", fragment)
        self.publish()
        self.assertIn(first["html"], self.read(f"{LESSON}/index.html"))


class Tokens(SampleCourse):
    def broken(self, before: str, after: str) -> str:
        fragment = self.fragment(f"{LESSON}.en")
        self.assertIn(before, fragment["html"])
        self.change(f"{LESSON}.en", html=fragment["html"].replace(before, after, 1))
        done = self.assemble()
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("Traceback", done.stderr)
        self.assertFalse(os.path.exists(self.site))
        return done.stderr

    def token(self, block: bool) -> str:
        fragment = self.fragment(f"{LESSON}.en")
        return next(each["token"] for each in fragment["substitutions"] if each["block"] == block)

    def test_a_missing_token_is_an_error(self) -> None:
        token = self.token(block=False)
        message = self.broken(token, "4 ms")
        self.assertIn(f"the quote {token} stands in the page 0 times", message)
        for part in ("expected: once", "found: 0 times", "mend: ", f"{LESSON}/index.html"):
            self.assertIn(part, message)

    def test_a_token_twice_is_an_error(self) -> None:
        token = self.token(block=False)
        self.assertIn("stands in the page 2 times", self.broken(token, f"{token} {token}"))

    def test_an_unknown_token_is_an_error(self) -> None:
        token = self.token(block=False)
        message = self.broken(token, f"{token} DBQ00000000000000ffE")
        self.assertIn("which stands for no quote", message)

    def test_a_block_within_a_sentence_is_an_error(self) -> None:
        token = self.token(block=True)
        self.assertIn("stands within a paragraph's text", self.broken(token, f"see {token} here"))

    def test_a_quote_in_an_attribute_is_an_error(self) -> None:
        token = self.token(block=False)
        self.assertIn("inside an HTML attribute", self.broken(token, f'<img alt="{token}">'))

    def test_block_tokens_stand_in_any_fence_and_in_tight_lists(self) -> None:
        token = self.token(block=True)
        quote = self.fragment(f"{LESSON}.en")["substitutions"][0]["html"]
        for form in (f'<pre class="cuda" data-from="#x"><code>{token}\n</code></pre>',
                     f"<pre><code>{token}</code></pre>", f"<p>{token}</p>",
                     f'<pre class="cuda sourceCode"><code class="sourceCode">{token}</code></pre>',
                     f"<ul><li>{token}</li></ul>", f"<td>{token}</td>"):
            with self.subTest(form=form):
                self.change(f"{LESSON}.en", html=f"<p>one</p>\n{form}\n<p>two</p>",
                            substitutions=self.fragment(f"{LESSON}.en")["substitutions"][:1])
                self.publish()
                text = self.read(f"{LESSON}/index.html")
                self.assertIn(quote, text)
                self.assertNotRegex(text, r"<p>\s*<figure|<code[^>]*>\s*<figure")


if __name__ == "__main__":
    unittest.main()
