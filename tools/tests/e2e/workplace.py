"""A copy of a course in a folder of its own, with the commands of the README to run in it."""

import os
import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(os.environ.get("DAYBOOK_ROOT") or pathlib.Path(__file__).parents[3])
DAYBOOK = os.environ.get("DAYBOOK") or str(ROOT / "build/tools/daybook/daybook")
# What the tests build and keep: npm's packages, pictures of pages.
BUILD = pathlib.Path(os.environ.get("DAYBOOK_E2E_BUILD") or ROOT / "build/tools/tests")

COURSE = ["course.yaml", "lessons", "src", "snippets", "evidence"]
MACHINERY = ["meson.build", "meson_options.txt", "src/meson.build", "site", "tools/pages",
             "tools/course_outline.py", "tools/compile_programs.py", "tools/page_sources.py",
             "tools/tests/meson.build"]
SMALL_COURSE = ROOT / "tools/tests/golden/base"


class Workplace:
    """`course`: the folder to copy the course from. The build uses the core that is tested here."""

    def __init__(self, course: pathlib.Path = ROOT) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="daybook.")
        self.root = pathlib.Path(self._folder.name) / "course"
        self.root.mkdir()
        for name in COURSE:
            copy(course / name, self.root / name)
        for name in MACHINERY:
            copy(ROOT / name, self.root / name)

    def close(self) -> None:
        self._folder.cleanup()

    def path(self, name: str) -> pathlib.Path:
        return self.root / name

    def read(self, name: str) -> str:
        return self.path(name).read_bytes().decode()

    def write(self, name: str, text: str) -> None:
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_bytes(text.encode())

    def replace(self, name: str, old: str, new: str) -> int:
        """Puts `new` for the first `old`; the line where that stands."""
        text = self.read(name)
        before, found, after = text.partition(old)
        if not found:
            raise AssertionError(f"{name} does not hold {old!r}")
        self.write(name, before + new + after)
        return before.count("\n") + 1

    def line_of(self, name: str, text: str) -> int:
        return self.read(name).split(text, 1)[0].count("\n") + 1

    def run(self, *words: str, **more) -> subprocess.CompletedProcess:
        return subprocess.run(words, cwd=self.root, text=True, check=False, capture_output=True,
                              stdin=subprocess.DEVNULL, **more)

    def daybook(self, *words: str, **more) -> subprocess.CompletedProcess:
        return self.run(DAYBOOK, *words, **more)

    def ninja(self, target: str = "site") -> subprocess.CompletedProcess:
        """Builds the target, configuring first where nobody has."""
        if not self.path("build/build.ninja").exists():
            configured = self.run("meson", "setup", "build", f"-Dcore={DAYBOOK}")
            if configured.returncode != 0:
                raise AssertionError(configured.stdout + configured.stderr)
        return self.run("ninja", "-C", "build", target)

    @property
    def site(self) -> pathlib.Path:
        return self.root / "build/site/html"

    def pages(self) -> dict[str, bytes]:
        """Every published file with its bytes."""
        return {path.relative_to(self.site).as_posix(): path.read_bytes()
                for path in sorted(self.site.rglob("*")) if path.is_file()}

    def sources(self) -> dict[str, bytes]:
        """Every file of the course with its bytes."""
        return {path.relative_to(self.root).as_posix(): path.read_bytes()
                for name in COURSE for path in sorted(self.root.joinpath(name).rglob("*"))
                if path.is_file()}


def copy(source: pathlib.Path, target: pathlib.Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    elif not target.exists():
        shutil.copy(source, target)
