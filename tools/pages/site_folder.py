"""The published folder: always one whole site, exchanged in one step for the next one.

Beside `site` stand `site.next`, the site in the making, and `site.last`, the one before it.
Unchanged files are hard links. The last site is one step behind, so the next one is made from
it by repeating that step; without it, every file is linked afresh.
"""
import ctypes
import errno
import os
import shutil
from typing import Iterable, Optional

from trouble import UNREADABLE, Trouble

MARK = "static/daybook.css"  # a folder that holds it was made here, and may be replaced
AT_FDCWD = -100
RENAME_EXCHANGE = 2
MANY = 100  # files that are worth writing side by side
UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.EOPNOTSUPP)


class SiteFolder:
    def __init__(self, out: str) -> None:
        self.out = os.path.abspath(out)
        self.staging = self.out + ".next"
        self.last = self.out + ".last"
        self._aside = self.out + ".aside"

    def recover(self) -> None:
        """Undoes what an interrupted run left, and refuses a folder that is not a site."""
        if os.path.isdir(self._aside):
            if os.path.isdir(self.out):
                shutil.rmtree(self._aside)
            else:
                os.rename(self._aside, self.out)
        if os.path.isdir(self.staging):
            shutil.rmtree(self.staging)
        if os.path.isdir(self.out) and os.listdir(self.out) and not self.stamp(MARK):
            raise Trouble(self.out, "this folder is not a site made by Daybook",
                          expected=f"an empty folder, or one with {MARK}",
                          found=", ".join(sorted(os.listdir(self.out))[:4]),
                          mend="name another folder with --out", status=UNREADABLE)

    def stamp(self, path: str) -> Optional[list[int]]:
        """Modification time and size of a published file, None where there is none."""
        try:
            found = os.stat(f"{self.out}/{path}")
        except OSError:
            return None
        return [found.st_mtime_ns, found.st_size]

    def holds(self, path: str, content: bytes) -> bool:
        try:
            with open(f"{self.out}/{path}", "rb") as file:
                return file.read() == content
        except OSError:
            return False

    def stage(self, kept: Iterable[str], written: dict[str, bytes], removed: Iterable[str],
              lag: Optional[list[str]]) -> None:
        """Makes the next site: the kept files as they are, the written ones anew.

        `lag` names the files in which the last site differs from the published one; None when
        that is not known.
        """
        if lag is not None and os.path.isdir(self.last):
            os.rename(self.last, self.staging)
            for path in lag:
                self._link(path)
        else:
            shutil.rmtree(self.last, ignore_errors=True)
            os.makedirs(self.staging)
            for path in kept:
                self._link(path)
        for path in removed:
            self._remove(path)
        self._write_all(written)

    def swap(self) -> None:
        """Publishes the next site; the one published so far becomes the last one in `retire`."""
        if not os.path.isdir(self.out):
            os.rename(self.staging, self.out)
        elif not exchange(self.staging, self.out):
            self._swap_by_two_renames()

    def retire(self) -> None:
        if os.path.isdir(self.staging):
            os.rename(self.staging, self.last)

    def run_on_staging(self, command: list[str], days: list[str]) -> int:
        """The exit status of `command STAGING DAY…`, 127 when it cannot be started."""
        words = [*command, self.staging, *days]
        try:
            process = os.posix_spawnp(words[0], words, os.environ)
        except OSError:
            return 127
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])

    def _swap_by_two_renames(self) -> None:
        os.rename(self.out, self._aside)
        try:
            os.rename(self.staging, self.out)
        except OSError:
            os.rename(self._aside, self.out)
            raise
        os.rename(self._aside, self.staging)

    def _link(self, path: str) -> None:
        source, target = f"{self.out}/{path}", f"{self.staging}/{path}"
        if not os.path.lexists(source):
            self._remove(path)
            return
        _make_room(target)
        os.link(source, target)

    def _write_all(self, written: dict[str, bytes]) -> None:
        for folder in {os.path.dirname(path) for path in written}:
            os.makedirs(f"{self.staging}/{folder}", exist_ok=True)
        if len(written) < MANY:
            for path in written:
                self._write(path, written[path])
            return
        from concurrent.futures import ThreadPoolExecutor  # most runs write a page or two
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            for done in [pool.submit(self._write, path, written[path]) for path in written]:
                done.result()

    def _write(self, path: str, content: bytes) -> None:
        target = f"{self.staging}/{path}"
        _make_room(target)
        with open(target, "wb") as file:
            file.write(content)

    def _remove(self, path: str) -> None:
        target = f"{self.staging}/{path}"
        if not os.path.lexists(target):
            return
        os.unlink(target)
        folder = os.path.dirname(target)
        while folder != self.staging and not os.listdir(folder):
            os.rmdir(folder)
            folder = os.path.dirname(folder)


def exchange(one: str, other: str) -> bool:
    """Exchanges two folders in one step; False where the file system cannot."""
    library = ctypes.CDLL(None, use_errno=True)
    rename = getattr(library, "renameat2", None)
    if rename is None:
        return False
    if rename(AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), RENAME_EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), one, None, other)


def _make_room(target: str) -> None:
    """A name free for a new file: hard-linked files are replaced, never written into."""
    try:
        os.unlink(target)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(target), exist_ok=True)
