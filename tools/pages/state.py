"""What the last whole run knew: enough to leave every page alone that cannot have changed."""
import json
import os
from typing import Optional

VERSION = 2


class State:
    """`fragments`: by path, stamp, entry, key and outputs; `world`: the digest of all that pages
    take from beyond their own fragment; `shared`: the key of each page made of many lessons;
    `outputs`, `digests`: the stamp and the SHA-256 of each published file; `lag`: see
    SiteFolder.open."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._claims_path = path.removesuffix(".json") + "-claims.json"
        known = _read(path)
        if known.get("version") != VERSION:
            known = {}
        self.fragments: dict[str, dict] = known.get("fragments", {})
        self.world: str = known.get("world", "")
        self.shared: dict[str, str] = known.get("shared", {})
        self.outputs: dict[str, list[int]] = known.get("outputs", {})
        self.digests: dict[str, str] = known.get("digests", {})
        self.lag: Optional[list[str]] = known.get("lag")

    def claims(self) -> dict[str, list[dict]]:
        """Each fragment's claims, by path: apart, because only one page needs them."""
        return _read(self._claims_path)

    def save(self, claims: Optional[dict[str, list[dict]]]) -> None:
        if claims is not None:
            _write(self._claims_path, claims)
        _write(self._path, {"version": VERSION, "fragments": self.fragments,
                            "world": self.world, "shared": self.shared,
                            "outputs": self.outputs, "digests": self.digests, "lag": self.lag})


def _read(path: str) -> dict:
    """An unreadable state is no state: everything is made again."""
    try:
        with open(path, encoding="utf-8") as file:
            known = json.load(file)
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _write(path: str, value: dict) -> None:
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)
