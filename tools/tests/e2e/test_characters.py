"""Characters that templates, Pandoc and HTML would take for their own reach the page as they are:
from a program, from what it printed, and from a patch of it, in a course made for that."""

import json
import re
import unittest

from browser import QUOTED_CODE, QUOTED_TABLES, visit
from workplace import DAYBOOK, SMALL_COURSE, Workplace

HOSTILE = r"""#include <array>
#include <cstdio>
#define __global__
// snippet: braces
std::array<std::array<int, 2>, 1> a{{{1, 2}}};   // {{ name }} {% if x %} {# note #} {%- raw -%}
const char* text = "</script><b>&lt;&amp;&#65; $x$ \\(y\\) $$z$$ `code` **bold** [a](b) \u00e9 ~~no~~";
	const char* tabs = "	a	b";	// a tab before, within and behind	
/* kernel<<<grid, block>>>(a); <!-- no comment --> --> <![CDATA[ ]]> DBQ0123456789abE :: \ */
// snippet: inner
const char* quotes = "'\"`´‘’“” … – — \u200b → 中文 é";
// end snippet: inner
// ``` ~~~ ```` and a line of blanks:
   
// end snippet: braces
"""
MAIN = r"""
int main() {
  std::printf("odd: <i>{{ 1 + 1 }}</i> & co\n");
  std::printf("key            value\n");
  std::printf("-------------  ------------------------------\n");
  std::printf("{{ a }}        {%% raw %%} $x$ <b>&amp;</b> | `b`\n");
  std::printf("a<<<1, 2>>>b   **no** [l](m) \\ _x_ </td></table>\n");
  std::printf("\nEnd of <script>alert(1)</script>\ttab\n");
  return 0;
}
"""
LESSON = """---
title: "Marks {{ 7 * 7 }} <b>&amp;</b> $x$"
facts: {end: '^End of (.*)$'}
---

Prose with `{{ 7 * 7 }}`, {{ name }} and {% raw %} stays as it is: 49 would be wrong.

```cuda from=#braces mark=#inner
```

```cuda from=marks.cu
```

```text from=run:
```

[Marks {{ too }}](run:odd)

| key | value |
|-----|-------|
"""


class Characters(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.place = place = Workplace(SMALL_COURSE)
        cls.addClassCleanup(place.close)
        settings = place.read("course.yaml")
        place.write("course.yaml", re.sub(r"days: \[.*\]", "days: [day01-demo, day02-marks]",
                                          settings).replace("[en, zh-TW]", "[en]"))
        place.write("src/day02-marks/marks.cu", HOSTILE + MAIN)
        place.write("lessons/day02-marks/lesson.md", LESSON)
        for words in (["record", "day02-marks"], ["update", "day02-marks"], ["check"]):
            done = place.daybook(*words)
            if done.returncode != 0:
                raise AssertionError(f"daybook {words}: {done.stdout}{done.stderr}")
        built = place.ninja()
        if built.returncode != 0:
            raise AssertionError(built.stdout + built.stderr)
        page = place.site / "day02-marks/index.html"
        cls.code, cls.tables, cls.title, cls.body = visit(
            {"url": page, "script": QUOTED_CODE}, {"url": page, "script": QUOTED_TABLES},
            {"url": page, "script": "() => document.querySelector('h1').innerText"},
            {"url": page, "script": "() => document.body.innerText"})
        run = next(place.path("evidence/day02-marks/marks").glob("*-cpu"))
        published = json.loads((run / "provenance.json").read_text())["predicate"]["run"]
        cls.printed = (run / f"run-{published['published']}.txt").read_text(encoding="utf-8")

    def test_quoted_code_is_the_source_s(self) -> None:
        lines = [line for line in HOSTILE.split("\n")[3:-1] if "snippet" not in line]
        self.assertEqual(self.code[0].removesuffix("\n").split("\n"), lines)

    def test_a_whole_file_is_the_source_s_without_marker_lines(self) -> None:
        lines = [line for line in (HOSTILE + MAIN).split("\n")[:-1] if "snippet" not in line]
        self.assertEqual(self.code[1].removesuffix("\n").split("\n"), lines)

    def test_quoted_output_is_the_transcript_s(self) -> None:
        self.assertEqual(self.code[2].removesuffix("\n"), self.printed.removesuffix("\n"))

    def test_cells_are_the_transcript_s(self) -> None:
        self.assertEqual(self.tables[0][1:], [
            ["{{ a }}", "{% raw %} $x$ <b>&amp;</b> | `b`"],
            ["a<<<1, 2>>>b", r"**no** [l](m) \ _x_ </td></table>"]])

    def test_title_and_prose_meet_no_template(self) -> None:
        self.assertIn("Marks {{ 7 * 7 }} <b>&amp;</b> $x$", self.title)
        self.assertIn("Prose with {{ 7 * 7 }}, {{ name }} and {% raw %} stays as it is",
                      self.body)

    def test_the_program_to_download_is_the_source(self) -> None:
        self.assertEqual((self.place.site / "day02-marks/marks.cu").read_bytes(),
                         self.place.path("src/day02-marks/marks.cu").read_bytes())

    def test_the_audit_agrees(self) -> None:
        done = self.place.run(DAYBOOK, "audit", "build/site/html")
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
