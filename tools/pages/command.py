"""A program that runs beside this one, at the same terminal."""
import os
from typing import Optional

NOT_STARTED = 127


class Command:
    def __init__(self, words: list[str]) -> None:
        self._process: Optional[int] = None
        self._status = 0
        if not words:
            return
        try:
            self._process = os.posix_spawnp(words[0], words, os.environ)
        except OSError:
            self._status = NOT_STARTED

    def status(self) -> int:
        """Waits for its end: its exit status, negative for a signal; 0 where there is no command at
        all."""
        if self._process is not None:
            self._status = os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])
            self._process = None
        return self._status
