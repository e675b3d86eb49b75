"""Results that are, or claim to be, larger than memory: refused at once, with nothing written."""

import gzip
import resource
import subprocess
import tarfile
import unittest

from tiny_course import TinyCourse, count_program
from workplace import DAYBOOK

TWO_GB = 2 << 30
MEMORY = 3 << 29  # 1.5 GiB: less than the archives below would take


def header(name: str, size: int) -> bytes:
    entry = tarfile.TarInfo(name)
    entry.size = size
    return entry.tobuf(tarfile.USTAR_FORMAT)


class Size(unittest.TestCase):
    def setUp(self) -> None:
        self.course = TinyCourse({"day01-count": count_program()})
        self.addCleanup(self.course.close)
        self.archive = self.course.folder / "results.tar"

    def assert_refused(self, message: str) -> None:
        done = subprocess.run(
            [DAYBOOK, "import", self.archive], cwd=self.course.root, text=True, check=False,
            capture_output=True, env=self.course.environment(), timeout=60,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertRegex(done.stdout, message)
        self.assertFalse((self.course.root / "evidence").exists())
        self.assertFalse((self.course.root / "build").exists())
        self.assertEqual(self.course.leftovers(), [])

    def test_an_archive_that_declares_two_gigabytes(self) -> None:
        self.archive.write_bytes(header("results/day01-count/count/run-1.txt", TWO_GB))
        self.assert_refused(r"error: more than the \d+ bytes that results may hold.*"
                            r"\[import-too-big\]")

    def test_a_sparse_archive_of_two_gigabytes(self) -> None:
        with self.archive.open("wb") as file:
            file.write(header("results/day01-count/count/run-1.txt", TWO_GB))
            file.truncate(TWO_GB + (1 << 20))
        self.assert_refused(r"\[import-too-big\]")

    def test_a_small_archive_that_unpacks_to_two_gigabytes(self) -> None:
        self.archive = self.course.folder / "results.tar.gz"
        with gzip.open(self.archive, "wb", compresslevel=1) as file:
            file.write(header("results/day01-count/count/run-1.txt", TWO_GB))
            chunk = bytes(1 << 24)
            for _ in range(TWO_GB >> 24):
                file.write(chunk)
        self.assert_refused(r"unpacks to more than the \d+ bytes.*\[import-too-big\]")

    def test_a_folder_with_a_sparse_file_of_two_gigabytes(self) -> None:
        self.archive = self.course.folder / "results"
        place = self.archive / "day01-count/count"
        place.mkdir(parents=True)
        with (place / "run-1.txt").open("wb") as file:
            file.truncate(TWO_GB)
        self.assert_refused(r"\[import-too-big\]")


if __name__ == "__main__":
    unittest.main()
