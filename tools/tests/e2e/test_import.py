"""What comes back from another machine is not believed: results that reach out of their folder, that
are changed, short or swelled, or that belong to nothing here are refused, and nothing is written."""

import hashlib
import io
import pathlib
import tarfile
import unittest

from workplace import DAYBOOK, SMALL_COURSE, Workplace

UNIT = "results/day01-demo/demo"
KEPT = tarfile.TarInfo


def member(name: str, data: bytes = b"", kind: bytes = tarfile.REGTYPE, link: str = "") -> tuple:
    entry = KEPT(name)
    entry.type, entry.linkname, entry.size, entry.mode = kind, link, len(data), 0o644
    return entry, data


class Results:
    """The members of a results archive, to be changed and written again."""

    def __init__(self, path: pathlib.Path) -> None:
        with tarfile.open(path) as archive:
            self.members = [(entry, archive.extractfile(entry).read() if entry.isfile() else b"")
                            for entry in archive]

    def edit(self, name: str, old: bytes, new: bytes) -> None:
        for position, (entry, data) in enumerate(self.members):
            if entry.name == name:
                if old not in data:
                    raise AssertionError(f"{name} does not hold {old!r}")
                data = data.replace(old, new, 1)
                entry.size = len(data)
                self.members[position] = entry, data
                return
        raise AssertionError(f"there is no {name}")

    def rename(self, old: str, new: str) -> None:
        for entry, _ in self.members:
            entry.name = entry.name.replace(old, new)

    def seal(self) -> None:
        """Writes the manifest anew, as one who knows the format would."""
        text = "".join(f"{hashlib.sha256(data).hexdigest()}  {entry.name.removeprefix('results/')}\n"
                       for entry, data in self.members
                       if entry.isfile() and entry.name != "results/MANIFEST")
        self.members = [pair for pair in self.members if pair[0].name != "results/MANIFEST"]
        self.members.append(member("results/MANIFEST", text.encode()))

    def write(self, path: pathlib.Path) -> None:
        with tarfile.open(path, "w:gz") as archive:
            for entry, data in self.members:
                archive.addfile(entry, io.BytesIO(data))


class HostileBundle(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.made = Workplace(SMALL_COURSE)
        cls.addClassCleanup(cls.made.close)
        for words in ([DAYBOOK, "record", "--bundle", "bundle"],
                      ["sh", "bundle/run.sh", "-o", "received"]):
            done = cls.made.run(*words)
            if done.returncode != 0:
                raise AssertionError(done.stdout + done.stderr)

    def setUp(self) -> None:
        self.place = Workplace(SMALL_COURSE)
        self.addCleanup(self.place.close)
        self.results = Results(self.made.path("received/results.tar.gz"))

    def assert_refused(self, rule: str, status: int = 2) -> None:
        self.results.write(self.place.path("hostile.tar.gz"))
        before = self.everything()
        done = self.place.daybook("import", "hostile.tar.gz")
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(f"[{rule}]", done.stdout)
        self.assertEqual(self.everything(), before)

    def everything(self) -> dict[str, bytes]:
        outer = self.place.root.parent
        return {str(path.relative_to(outer)): path.read_bytes() if path.is_file() else b""
                for path in sorted(outer.rglob("*"))}

    def test_the_untouched_results_are_taken(self) -> None:
        self.results.write(self.place.path("good.tar.gz"))
        done = self.place.daybook("import", "good.tar.gz")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.place.daybook("check").returncode, 0)

    def test_a_name_that_climbs_out(self) -> None:
        self.results.members.append(member("results/../../escaped.txt", b"out\n"))
        self.assert_refused("import-unsafe")

    def test_an_absolute_name(self) -> None:
        self.results.members.append(member("/tmp/daybook-escaped.txt", b"out\n"))
        self.assert_refused("import-unsafe")
        self.assertFalse(pathlib.Path("/tmp/daybook-escaped.txt").exists())

    def test_a_symbolic_link(self) -> None:
        self.results.members.append(member(f"{UNIT}/run-6.txt", b"", tarfile.SYMTYPE,
                                           "/etc/hostname"))
        self.assert_refused("import-unsafe")

    def test_a_hard_link(self) -> None:
        self.results.members.append(member(f"{UNIT}/run-6.txt", b"", tarfile.LNKTYPE,
                                           f"{UNIT}/run-1.txt"))
        self.assert_refused("import-unsafe")

    def test_a_device(self) -> None:
        self.results.members.append(member(f"{UNIT}/null", b"", tarfile.CHRTYPE))
        self.assert_refused("import-unsafe")

    def test_a_file_that_is_not_the_listed_one(self) -> None:
        self.results.edit(f"{UNIT}/run-1.txt", b"1024", b"1025")
        self.assert_refused("import-digest")

    def test_a_file_that_nobody_listed(self) -> None:
        self.results.members.append(member(f"{UNIT}/more.txt", b"more\n"))
        self.assert_refused("import-extra-file")

    def test_a_listed_file_that_belongs_to_no_recording(self) -> None:
        self.results.members.append(member(f"{UNIT}/more.txt", b"more\n"))
        self.results.seal()
        self.assert_refused("import-extra-file")

    def test_a_listed_file_that_is_not_there(self) -> None:
        self.results.members = [pair for pair in self.results.members
                                if pair[0].name != f"{UNIT}/run-3.txt"]
        self.assert_refused("import-missing-file")

    def test_a_day_that_the_course_does_not_have(self) -> None:
        self.results.rename("day01-demo", "day99-none")
        self.results.seal()
        self.assert_refused("import-unknown-unit")

    def test_what_is_no_archive(self) -> None:
        self.place.write("hostile.tar.gz", "no archive\n")
        done = self.place.daybook("import", "hostile.tar.gz")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stdout, r"\[import-(format|unreadable)\]")

    def test_what_is_not_there(self) -> None:
        done = self.place.daybook("import", "nothing.tar.gz")
        self.assertEqual(done.returncode, 2)
        self.assertIn("[import-unreadable]", done.stdout)


if __name__ == "__main__":
    unittest.main()
