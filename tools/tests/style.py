"""Every C++ file of the project's tools is as clang-format leaves it.

usage: style.py ROOT
"""

import pathlib
import re
import shutil
import subprocess
import sys

FOLDERS = ["tools/daybook", "tools/tests/unit", "tools/tests/fuzz"]
SKIPPED = 77  # Meson's exit status for a skipped test


def main(root: pathlib.Path) -> int:
    if not shutil.which("clang-format"):
        print("skipped: clang-format is not on PATH")
        return SKIPPED
    files = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*")
                   if path.suffix in (".h", ".cc"))
    done = subprocess.run(["clang-format", "--dry-run", "-Werror", *files], cwd=root, text=True,
                          capture_output=True, check=False)
    wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error", done.stderr, re.MULTILINE)))
    for path in wrong:
        print(f"{path}: not as clang-format leaves it\nmend: clang-format -i {path}")
    print(f"{len(files) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong or not files or done.returncode else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
