"""Installs into an empty folder: the program is there, runs, and brings nothing unforeseen.

usage: install.py BUILD_FOLDER
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def main(build: str) -> int:
    meson = shutil.which("meson")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([meson, "install", "-C", build, "--no-rebuild", "--quiet"], check=True,
                       env={**os.environ, "DESTDIR": folder})
        installed = sorted(path for path in pathlib.Path(folder).rglob("*") if not path.is_dir())
        names = [path.name for path in installed]
        if names != ["daybook"]:
            print(f"installed {names}, expected daybook alone")
            return 1
        words = subprocess.run([str(installed[0]), "--version"], check=True, text=True,
                               capture_output=True).stdout
        print(f"{installed[0].relative_to(folder)} says {words.strip()}")
        return 0 if words.startswith("daybook ") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
