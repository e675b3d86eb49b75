"""SHA256SUMS of the published site: what every file was when it was built.

`sha256sum -c SHA256SUMS` reads it where a copy of the site lies, and `daybook audit` with all of
the course.
"""
import hashlib


class DigestList:
    NAME = "SHA256SUMS"

    def __init__(self, known: dict[str, str]) -> None:
        self._known = known  # of the last run
        self.digests: dict[str, str] = {}

    def add(self, path: str, content: bytes) -> None:
        self.digests[path] = hashlib.sha256(content).hexdigest()

    def keep(self, path: str) -> None:
        """Adds a file that is as the last run left it."""
        self.digests[path] = self._known[path]

    def text(self) -> bytes:
        return "".join(f"{digest}  {path}\n"
                       for path, digest in sorted(self.digests.items())).encode()
