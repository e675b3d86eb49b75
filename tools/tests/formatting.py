"""Formatting a program breaks no quote: the house's style leaves a copy of the course holding, and
under a quite different one every region is still found.

usage: formatting.py DAYBOOK ROOT
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

COURSE = ["course.yaml", "lessons", "src", "snippets", "evidence", ".clang-format"]
# Another indentation, braces on their own lines, short lines: almost every line moves.
OTHER_STYLE = ("{BasedOnStyle: GNU, IndentWidth: 8, ColumnLimit: 72, "
               "CommentPragmas: '^ *(end )?snippet'}")


def copy_course(root: pathlib.Path, copy: pathlib.Path) -> list[pathlib.Path]:
    for name in COURSE:
        if (root / name).is_dir():
            shutil.copytree(root / name, copy / name)
        else:
            shutil.copy(root / name, copy / name)
    return sorted([*copy.glob("src/*/*.cu"), *copy.glob("snippets/*.cuh")])


def regions(daybook: str, sources: list[pathlib.Path]) -> list[tuple]:
    words = subprocess.run([daybook, "snippets", "--format=json", *map(str, sources)], check=True,
                           text=True, capture_output=True).stdout
    return [(each["file"], region["name"]) for each in json.loads(words)["files"]
            for region in each["regions"]]


def main(daybook: str, root: str) -> int:
    clang_format = shutil.which("clang-format")
    if clang_format is None:
        print("skipped: clang-format is not on PATH")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        sources = copy_course(pathlib.Path(root), copy)
        before = {path: path.read_bytes() for path in sources}
        subprocess.run([clang_format, "-i", *map(str, sources)], check=True)
        changed = [str(path.relative_to(copy)) for path in sources
                   if path.read_bytes() != before[path]]
        print("clang-format changes " + (", ".join(changed) or "no program"))
        checked = subprocess.run([daybook, "check", "-C", folder], text=True, check=False,
                                 capture_output=True)
        print(checked.stdout + checked.stderr)
        named = regions(daybook, sources)
        subprocess.run([clang_format, "-i", f"--style={OTHER_STYLE}", *map(str, sources)],
                       check=True)
        moved = sum(path.read_bytes() != before[path] for path in sources)
        lost = set(named) - set(regions(daybook, sources))
        print(f"{len(named)} regions; under another style {moved} of {len(sources)} files change")
        for file, name in sorted(lost):
            print(f"{file}: region '{name}' is lost under another style")
        return 1 if checked.returncode or lost or not named or not moved else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
