"""Stops `update`, `import` and `record` at each call by which they change files, and fills their
disk there: afterwards every file is the old one or the new one, whole, and the next run works."""
import hashlib
import os
import shutil
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable, NamedTuple

TESTS = Path(__file__).resolve().parent.parent
DAYBOOK = Path(os.environ.get("DAYBOOK", TESTS.parent.parent / "build/tools/daybook/daybook"))
AT_ONCE = 2

PROGRAM = """#include <cstdio>
int main() {
  std::printf("squares: of small numbers\\nn  square\\n-  ------\\n2       4\\n3       9\\n");
}
"""
LESSON = """---
title: Squares
variants: {wrong: {exit: 1}}
---

Three times three is [9](run:squares/3/square).
"""
PATCH = """--- a/src/day01-squares/squares.cpp
+++ b/src/day01-squares/squares.cpp
@@ -2,3 +2,4 @@
 int main() {
   std::printf("squares: of small numbers\\nn  square\\n-  ------\\n2       4\\n3       9\\n");
+  return 1;
 }
"""
SETTINGS = """title: Squares
languages: [en]
modules:
  - title: All
    days: [day01-squares]
card: cpu
cpp: {build: "g++ -o {out} {in}", run: "./{out}"}
"""


class Ended(NamedTuple):
    status: int
    said: str


def make_course(root: Path) -> None:
    """A course whose lesson has nothing recorded yet."""
    texts = {"course.yaml": SETTINGS, "lessons/day01-squares/lesson.md": LESSON,
             "src/day01-squares/squares.cpp": PROGRAM,
             "src/day01-squares/variants/wrong.patch": PATCH}
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def make_stale_course(root: Path) -> None:
    """The golden cases' course with a lesson, a patch and a program's house text to update."""
    shutil.copytree(TESTS / "golden/base", root)
    day = "day01-demo"
    for name, old, new in ((f"lessons/{day}/lesson.md", "| 1024 | 5.020 |", "| 1024 | 5.021 |"),
                           (f"lessons/{day}/lesson.md", "    ++count;\n", "    count++;\n"),
                           (f"src/{day}/demo.cu", "    std::exit(1);", "    std::exit(2);")):
        path = root / name
        text = path.read_text()
        assert old in text, (name, old)
        path.write_text(text.replace(old, new, 1))
    patch = root / f"src/{day}/variants/stuck.patch"
    text = patch.read_text()
    before = next(line for line in text.split("\n") if line.startswith("@@"))
    first = int(before.split("-")[1].split(",")[0])
    patch.write_text(text.replace(before, before.replace(f"-{first},", f"-{first + 1},")
                                                .replace(f"+{first},", f"+{first + 1},")))


def files_of(root: Path) -> dict[str, bytes]:
    """Every file by its name, but what is built and what an interrupted run left hidden."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_file() and not name.startswith("build/") and not hidden(name):
            found[name] = path.read_bytes()
    return found


def hidden(name: str) -> bool:
    return any(part.startswith(".") for part in name.split("/"))


def leftovers(root: Path) -> list[str]:
    return [name for name in (path.relative_to(root).as_posix() for path in root.rglob("*"))
            if hidden(name) and not name.startswith("build/")]


def torn_runs(root: Path) -> list[str]:
    """Recorded runs whose files are not exactly those that their digests list."""
    torn = []
    for folder in sorted(root.glob("evidence/*/*/*")):
        if folder.name.startswith("."):
            continue
        sums = folder / "SHA256SUMS"
        listed = dict(line.split("  ", 1)[::-1] for line in sums.read_text().split("\n") if line) \
            if sums.exists() else {}
        there = {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
                 for path in folder.iterdir() if path.name != "SHA256SUMS"}
        if listed != there or not listed:
            torn.append(folder.relative_to(root).as_posix())
    return torn


class Interrupted(unittest.TestCase):
    points: dict[str, int] = {}

    @classmethod
    def setUpClass(cls) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if not compiler or not shutil.which("g++"):
            raise unittest.SkipTest("no C compiler is installed")
        cls.scratch = Path(tempfile.mkdtemp(prefix="interrupted."))
        cls.shim = cls.scratch / "shim.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", cls.shim,
                        TESTS / "interrupt_shim.c", "-ldl"], check=True)
        # The shim knows it by its name.
        (cls.scratch / "bin").mkdir()
        cls.daybook = cls.scratch / "bin" / "daybook"
        shutil.copy(DAYBOOK, cls.daybook)

    @classmethod
    def tearDownClass(cls) -> None:
        shutil.rmtree(cls.scratch, ignore_errors=True)
        total = sum(cls.points.values())
        print(f"interruption points: {total} (" +
              ", ".join(f"{name} {count}" for name, count in cls.points.items()) +
              "), each once stopped at and once with a full disk", flush=True)

    def run_daybook(self, root: Path, arguments: list[str], **shim: str) -> Ended:
        """Its temporary folders lie beside the course, so that they go with it."""
        temporary = root.parent / "tmp"
        temporary.mkdir(exist_ok=True)
        environment = os.environ | {"TMPDIR": str(temporary), "LC_ALL": "C.UTF-8"}
        if shim:
            environment |= {"LD_PRELOAD": str(self.shim)}
            environment |= {"INTERRUPT_" + name.upper(): value for name, value in shim.items()}
        done = subprocess.run([self.daybook, *arguments], cwd=root, env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=120)
        return Ended(done.returncode, done.stdout.decode(errors="replace"))

    def count_points(self, course: Path, arguments: list[str]) -> tuple[int, Path]:
        """The calls of one whole run, and the course it leaves."""
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        root = folder / "course"
        shutil.copytree(course, root)
        ended = self.run_daybook(root, arguments, at="0", log=str(folder / "log"))
        self.assertEqual(ended.status, 0, ended.said)
        return len((folder / "log").read_text().split("\n")) - 1, root

    def interrupt(self, course: Path, arguments: list[str], point: int, how: str,
                  look: Callable[[Path, Ended, str], None]) -> None:
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        root = folder / "course"
        shutil.copytree(course, root)
        ended = self.run_daybook(root, arguments, at=str(point), how=how)
        where = f"{' '.join(arguments[:1])}, {how} at call {point}: exit {ended.status}\n{ended.said}"
        if how == "kill":
            self.assertEqual(ended.status, -9, where)
        else:
            self.assertIn(ended.status, (0, 2), where)
            if ended.status == 2:
                self.assertIn("No space left on device", ended.said, where)
            self.assertEqual(leftovers(root), [], where)
        look(root, ended, where)
        shutil.rmtree(folder)

    def interrupt_everywhere(self, course: Path, arguments: list[str],
                             look: Callable[[Path, Ended, str], None]) -> None:
        points, _ = self.count_points(course, arguments)
        self.assertGreater(points, 3)
        self.points[arguments[0]] = points
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for done in [pool.submit(self.interrupt, course, arguments, point, how, look)
                         for how in ("kill", "full") for point in range(1, points + 1)]:
                done.result()

    def test_update_leaves_each_file_old_or_new(self) -> None:
        course = self.scratch / "stale"
        make_stale_course(course)
        old = files_of(course)
        _, updated = self.count_points(course, ["update"])
        new = files_of(updated)
        changed = [name for name in old if old[name] != new[name]]
        self.assertGreaterEqual(len(changed), 3, changed)

        def look(root: Path, ended: Ended, where: str) -> None:
            now = files_of(root)
            self.assertEqual(now.keys(), old.keys(), where)
            for name, held in now.items():
                self.assertIn(held, (old[name], new[name]), f"{name} is torn: {where}")
            if ended.status == 0:
                self.assertEqual(now, new, where)
            again = self.run_daybook(root, ["update"])
            self.assertEqual(again.status, 0, where + again.said)
            self.assertEqual(files_of(root), new, where)

        self.interrupt_everywhere(course, ["update"], look)

    def look_at_evidence(self, course: Path, again: list[str]) -> Callable[[Path, Ended, str], None]:
        old = files_of(course)

        def look(root: Path, ended: Ended, where: str) -> None:
            self.assertEqual(torn_runs(root), [], where)
            now = files_of(root)
            beside = {name: held for name, held in now.items() if not name.startswith("evidence/")}
            self.assertEqual(beside, old, where)
            if ended.status == 0:
                self.assertEqual(self.run_daybook(root, ["check"]).status, 0, where)
            repeated = self.run_daybook(root, again)
            self.assertEqual(repeated.status, 0, where + repeated.said)
            self.assertEqual(leftovers(root), [], where)
            checked = self.run_daybook(root, ["check"])
            self.assertEqual(checked.status, 0, where + checked.said)

        return look

    def test_import_leaves_each_run_whole_or_absent(self) -> None:
        course = self.scratch / "received"
        make_course(course)
        bundle, results = self.scratch / "bundle", self.scratch / "out"
        made = self.run_daybook(course, ["record", "--bundle", str(bundle)])
        self.assertEqual(made.status, 0, made.said)
        subprocess.run(["sh", bundle / "run.sh", "-o", results], check=True, capture_output=True)
        command = ["import", str(results / "results.tar.gz")]
        self.interrupt_everywhere(course, command, self.look_at_evidence(course, command))

    def test_record_leaves_each_run_whole_or_absent(self) -> None:
        course = self.scratch / "unrecorded"
        make_course(course)
        shutil.rmtree(course / "src/day01-squares/variants")
        lesson = course / "lessons/day01-squares/lesson.md"
        lesson.write_text(lesson.read_text().replace("variants: {wrong: {exit: 1}}\n", ""))
        command = ["record", "day01-squares"]
        self.interrupt_everywhere(course, command, self.look_at_evidence(course, command))


if __name__ == "__main__":
    unittest.main()
