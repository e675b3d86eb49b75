"""A copy of the sample fragments in a folder of its own, and the command that assembles it."""
import html.parser
import json
import os
import shutil
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
ASSEMBLE = os.path.join(ROOT, "tools", "pages", "assemble.py")
LESSON = "day36-merge-path"


class SampleCourse(unittest.TestCase):
    """Each test has its own fragments and its own build folder."""

    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.fragments = os.path.join(self.folder, "fragments")
        self.site = os.path.join(self.folder, "build", "site")
        os.mkdir(os.path.join(self.folder, "build"))
        shutil.copytree(os.path.join(HERE, "fragments"), self.fragments)

    def assemble(self, *options: str, audit: tuple[str, ...] = (),
                 check: tuple[str, ...] = ()) -> subprocess.CompletedProcess:
        command = [
            "/usr/bin/python3", ASSEMBLE, "--course", f"{self.fragments}/course.json",
            "--site-sources", os.path.join(ROOT, "site"), "--out", self.site,
            *(("--check", *check, "--") if check else ()),
            *(("--audit", *audit, "--") if audit else ()),
            "--state", os.path.join(self.folder, "build", "pages-state.json"), *options]
        names = sorted(each for each in os.listdir(self.fragments) if each != "course.json")
        command += [os.path.join(self.fragments, name) for name in names]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def publish(self, *options: str, audit: tuple[str, ...] = ()) -> None:
        done = self.assemble(*options, audit=audit)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stderr)

    def fragment(self, name: str) -> dict:
        with open(os.path.join(self.fragments, name + ".json"), encoding="utf-8") as file:
            return json.load(file)

    def write_fragment(self, name: str, value: dict) -> None:
        with open(os.path.join(self.fragments, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(value, file)

    def change(self, name: str, **changes: object) -> None:
        self.write_fragment(name, self.fragment(name) | changes)

    def read(self, page: str) -> str:
        with open(os.path.join(self.site, page), encoding="utf-8", newline="") as file:
            return file.read()

    def pages(self) -> list[str]:
        return sorted(os.path.relpath(os.path.join(folder, name), self.site)
                      for folder, _, names in os.walk(self.site) for name in names)

    def stamps(self) -> dict[str, tuple[int, int]]:
        found = {page: os.stat(os.path.join(self.site, page)) for page in self.pages()}
        return {page: (each.st_ino, each.st_mtime_ns) for page, each in found.items()}


class Reader(html.parser.HTMLParser):
    """The links and ids of a page, and the text of each quoted `pre` by its number."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.ids: list[str] = []
        self.quotes: dict[str, str] = {}
        self._number = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list) -> None:
        values = dict(attributes)
        self.links += [values[name] for name in ("href", "src") if values.get(name)]
        self.ids += [values["id"]] if "id" in values else []
        if tag == "pre" and "data-quote" in values:
            self._number = values["data-quote"]
            self.quotes[self._number] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "pre":
            self._number = ""

    def handle_data(self, data: str) -> None:
        if self._number:
            self.quotes[self._number] += data
