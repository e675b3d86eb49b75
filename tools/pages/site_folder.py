"""The published folder: always one whole site, exchanged in one step for the next one.

Beside `site` stand `site.next`, the site in the making, and `site.last`, the one before it.
Unchanged files are hard links. The last site is one step behind, so the next one is made from
it by repeating that step; without it, every file is linked afresh.
"""
from __future__ import annotations

import ctypes
import errno
import os
import shutil
from typing import TYPE_CHECKING, Iterable, Optional

from trouble import UNREADABLE, Trouble

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

MARK = "static/daybook.css"  # a folder that holds it was made here, and may be replaced
AT_FDCWD = -100
RENAME_EXCHANGE = 2
MANY = 16  # files that are worth a thread of their own
UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.EOPNOTSUPP)


class SiteFolder:
    def __init__(self, out: str) -> None:
        self.out = os.path.abspath(out)
        self.staging = self.out + ".next"
        self.last = self.out + ".last"
        self._aside = self.out + ".aside"
        self._fresh = True
        self._writes = 0
        self._pool: Optional[Executor] = None
        self._pending: list[Future] = []

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

    def open(self, lag: Optional[list[str]]) -> None:
        """Begins the next site.

        `lag` names the files in which the last site differs from the published one; None when
        that is not known.
        """
        self._fresh = lag is None or not os.path.isdir(self.last)
        if self._fresh:
            shutil.rmtree(self.last, ignore_errors=True)
            os.makedirs(self.staging)
            return
        os.rename(self.last, self.staging)
        for path in lag:
            self._link(path)

    def write(self, path: str, content: bytes) -> None:
        """Writes a file of the next site; the disk works while the next page is printed."""
        self._writes += 1
        if self._writes < MANY:
            self._write(path, content)
            return
        if self._pool is None:
            from concurrent.futures import ThreadPoolExecutor  # most runs write a page or two
            self._pool = ThreadPoolExecutor(len(os.sched_getaffinity(0)))
        self._pending.append(self._pool.submit(self._write, path, content))

    def complete(self, kept: Iterable[str], removed: Iterable[str]) -> None:
        """The next site's other files: the kept ones as they are, the removed ones gone."""
        for error in self._wait():
            raise error
        if self._fresh:
            for path in kept:
                self._link(path)
        for path in removed:
            self._remove(path)

    def discard(self) -> None:
        """Gives up the next site, and with it the last one that it was made from."""
        self._wait()
        shutil.rmtree(self.staging, ignore_errors=True)

    def swap(self) -> None:
        """Publishes the next site; the one published so far becomes the last one in `retire`."""
        if not os.path.isdir(self.out):
            os.rename(self.staging, self.out)
        elif not exchange(self.staging, self.out):
            self._swap_by_two_renames()

    def retire(self) -> None:
        if os.path.isdir(self.staging):
            os.rename(self.staging, self.last)

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
        if not os.path.isfile(source):
            self._remove(path)
            return
        _make_room(target)
        os.link(source, target)

    def _wait(self) -> list[BaseException]:
        """Until no write is under way; what went wrong with some."""
        pending, self._pending = self._pending, []
        found = [each.exception() for each in pending]
        return [error for error in found if error is not None]

    def _write(self, path: str, content: bytes) -> None:
        target = f"{self.staging}/{path}"
        _make_room(target)
        with open(target, "wb") as file:
            file.write(content)

    def _remove(self, path: str) -> None:
        target = f"{self.staging}/{path}"
        if not os.path.lexists(target) or os.path.isdir(target):
            return  # a page has that place by now
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
    """A name free for a new file: hard-linked files are replaced, never written into. What has the
    name of a folder that is needed, or is a folder of this name, is of an earlier site."""
    try:
        os.unlink(target)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(target), exist_ok=True)
    except IsADirectoryError:
        shutil.rmtree(target)
    except NotADirectoryError:
        folder = os.path.dirname(target)
        while not os.path.lexists(folder):
            folder = os.path.dirname(folder)
        os.unlink(folder)
        os.makedirs(os.path.dirname(target), exist_ok=True)
