"""Lists what pages are made of: every file below the folders, with its digest. The folders themselves
are inputs too, so that a build sees a new template, style sheet or module.

usage: page_sources.py LIST DEPFILE FOLDER…
"""

import hashlib
import pathlib
import sys


def escaped(path: pathlib.Path) -> str:
    return str(path).replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")


def main(arguments: list[str]) -> None:
    listed, depfile, *folders = arguments
    found = [path for folder in folders for path in sorted(pathlib.Path(folder).rglob("*"))
             if "__pycache__" not in path.parts]
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path}\n"
             for path in found if path.is_file()]
    read = [*map(pathlib.Path, folders), *found]
    pathlib.Path(depfile).write_text(
        f"{listed}:" + "".join(f" \\\n  {escaped(path)}" for path in read) + "\n",
        encoding="utf-8")
    pathlib.Path(listed).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
