"""The README is checked like any quote: its commands run, in order, in a clean clone, and what it shows
of the program is what the program says.

With DAYBOOK_BLESS=1 the help, the findings and the failing check are written into the README instead.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from workplace import DAYBOOK, ROOT, Workplace

README = ROOT / "README.md"
REPLAY = pathlib.Path(__file__).resolve().parent / "replay"
BLESSING = os.environ.get("DAYBOOK_BLESS") == "1"
BLOCK = re.compile(r"^(?P<fence>`{3,})(?P<info>[a-z]*)\n(?P<body>.*?)^(?P=fence)$",
                   re.MULTILINE | re.DOTALL)
# What the README says was edited for its failing check, in the day's lesson.
FAILING_DAY = "day36-merge-path"
FAILING_EDITS = [("(i - iLow + 1) >> 1;", "(i - iLow) >> 1;"), ("0.03348", "0.03384")]


def blocks(text: str) -> list[tuple[str, str]]:
    return [(match["info"], match["body"]) for match in BLOCK.finditer(text)]


def between(text: str, begin: str, end: str) -> str:
    return text.split(begin, 1)[1].split(end, 1)[0]


def without_counts(text: str) -> str:
    """Places and counts move with every edit of the lesson; all else must be as it is shown."""
    places = re.sub(r"(?<=[:+-])\d+\b", "N", text)
    return re.sub(r"^\d+ lesson.*: (?=\d+ error)", "counts: ", places, flags=re.MULTILINE)


def findings_table() -> str:
    source = (ROOT / "tools/daybook/base/rule.cc").read_text(encoding="utf-8")
    rules = re.findall(r'\{"([a-z0-9-]+)",\s*("(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*)\}', source)
    rows = [f"| `{name}` | {''.join(re.findall(chr(34) + '(.*?)' + chr(34), words))} |"
            for name, words in rules]
    return "\n".join(rows) + "\n"


def help_text() -> str:
    words = subprocess.run([DAYBOOK, "--help"], text=True, capture_output=True, check=True).stdout
    return words.strip("\n") + "\n"


class Shown(unittest.TestCase):
    """What the README shows of the program."""

    def setUp(self) -> None:
        self.text = README.read_text(encoding="utf-8")

    def assert_shown(self, shown: str, true: str) -> None:
        if BLESSING:
            README.write_text(self.text.replace(shown, true), encoding="utf-8")
        else:
            self.assertEqual(shown, true, "README.md is out of step: run this test with DAYBOOK_BLESS=1")

    def test_the_help(self) -> None:
        shown = next(body for _, body in blocks(self.text) if "Usage: daybook" in body)
        self.assert_shown(shown, help_text())

    def test_the_findings(self) -> None:
        head = "### Finding ids\n\n| id | summary |\n|---|---|\n"
        self.assertGreater(findings_table().count("\n"), 80)
        self.assert_shown(head + between(self.text, head, "\n\n") + "\n",
                          head + findings_table())

    def test_the_failing_check(self) -> None:
        place = Workplace()
        self.addCleanup(place.close)
        for true, false in FAILING_EDITS:
            place.replace(f"lessons/{FAILING_DAY}/lesson.md", true, false)
        command = f"$ daybook check {FAILING_DAY}\n"
        done = place.daybook("check", FAILING_DAY)
        self.assertEqual(done.returncode, 1)
        shown = next(body for _, body in blocks(self.text) if body.startswith(command))
        if BLESSING or without_counts(shown) != without_counts(command + done.stdout):
            self.assert_shown(shown, command + done.stdout)

    def test_what_it_costs(self) -> None:
        """The figures are those of the kept run, to the digit."""
        kept = (ROOT / "docs/bench.txt").read_text(encoding="utf-8")
        tables = "".join(kept[kept.index(title):].partition("\n\n")[0] + "\n\n"
                         for title in ("ratios: ", "scaling: ")).strip("\n") + "\n"
        self.assertNotIn("  no  ", tables, "the kept run missed a limit")
        shown = next(body for _, body in blocks(self.text) if body.startswith("ratios: "))
        self.assert_shown(shown, tables)

    def test_every_settings_key(self) -> None:
        for file, part in (("settings.cc", "### course.yaml"), ("front_matter.cc", "### Front")):
            source = (ROOT / "tools/daybook/formats" / file).read_text(encoding="utf-8")
            keys = set(re.findall(r'entry\.key == "([a-z-]+)"', source))
            shown = between(self.text, part, "\n### ")
            self.assertGreater(len(keys), 8)
            for key in keys:
                with self.subTest(file=file, key=key):
                    self.assertRegex(shown, rf"[`{{ ]{key}[`:]")

    def test_no_command_is_missing(self) -> None:
        source = (ROOT / "tools/daybook/cli/subcommands.cc").read_text(encoding="utf-8")
        for name in re.findall(r"run_([a-z]+)\}", source):
            with self.subTest(command=name):
                self.assertRegex(self.text, rf"`?(daybook )?{name}\b")

    def test_every_function_of_formulas(self) -> None:
        source = (ROOT / "tools/daybook/formats/formula_functions.cc").read_text(encoding="utf-8")
        names = re.findall(r'\{\{"([a-z]+)", \d', source)
        self.assertGreater(len(names), 10)
        shown = set(re.findall("[a-z]+", between(self.text, "### Formulas", "\n### ")))
        self.assertEqual(set(names) - shown, set())

    def test_links_and_pictures_are_there(self) -> None:
        for target in re.findall(r"\]\(((?:docs|tools|[A-Z])[^)#]*)\)", self.text):
            self.assertTrue((ROOT / target).exists(), target)


class Commands(unittest.TestCase):
    """The README's commands, in a clean clone. The GPU is another one's: `replay` stands for a
    machine with the CUDA Toolkit and gives back what was recorded."""

    def setUp(self) -> None:
        if shutil.which("git") is None or not (ROOT / ".git").exists():
            self.skipTest("this is no git checkout")
        scratch = tempfile.TemporaryDirectory(prefix="daybook.")
        self.addCleanup(scratch.cleanup)
        self.clone = pathlib.Path(scratch.name) / "clone"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(self.clone)],
                       check=True)
        self.lay_uncommitted_over()

    def lay_uncommitted_over(self) -> None:
        """What is being worked on is tested, not what was last committed."""
        listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others",
                                 "--exclude-standard"], text=True, capture_output=True, check=True)
        for name in filter(None, listed.stdout.split("\0")):
            source, target = ROOT / name, self.clone / name
            if source.is_file() and not (target.is_file()
                                         and target.read_bytes() == source.read_bytes()):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        for words in (["add", "-A"], ["-c", "user.name=test", "-c", "user.email=test@localhost",
                                      "commit", "-qm", "As it is", "--allow-empty"]):
            subprocess.run(["git", *words], cwd=self.clone, check=True)

    def test_all_of_them_in_order(self) -> None:
        found = [body for info, body in blocks(README.read_text(encoding="utf-8"))
                 if info == "sh"]
        self.assertGreater(len(found), 12)
        self.assertIn("tools/build-site\n", found)
        replaying = {**os.environ, "PATH": f"{REPLAY}:{os.environ['PATH']}",
                     "DAYBOOK_REPLAY": str(ROOT / "evidence")}
        for body in found:
            with self.subTest(block=body):
                done = subprocess.run(["sh", "-euc", body], cwd=self.clone, text=True, check=False,
                                      capture_output=True, stdin=subprocess.DEVNULL,
                                      env=replaying if "run.sh" in body or "record" in body
                                      else None)
                self.assertEqual(done.returncode, 0, body + done.stdout + done.stderr)
                if "tools/build-site" in body:
                    self.assertTrue((self.clone / "build/site/html/index.html").exists())
        changed = subprocess.run(["git", "status", "--short"], cwd=self.clone, text=True, check=True,
                                 capture_output=True).stdout
        self.assertRegex(changed, r"(?m)^\?\? evidence/day36-merge-path/merge_path/", changed)

    def test_the_test_command_is_what_ci_runs(self) -> None:
        """tools/run-tests runs this test, so it cannot be run in it."""
        self.assertIn("\ntools/run-tests\n", README.read_text(encoding="utf-8"))
        self.assertRegex((ROOT / ".ci/run").read_text(encoding="utf-8"), r"/tools/run-tests")


if __name__ == "__main__":
    unittest.main()
