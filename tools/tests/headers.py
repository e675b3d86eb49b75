"""Compiles each header of the core alone: it brings all that it uses.

usage: headers.py FOLDER COMPILER…
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys

FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-x", "c++",
         '-DDAYBOOK_VERSION="0"']


def compile_alone(header: pathlib.Path, folder: pathlib.Path, compiler: list[str]) -> str:
    """The compiler's words, none when it has nothing to say."""
    unit = f'#include "{header.relative_to(folder).as_posix()}"\n'
    done = subprocess.run([*compiler, *FLAGS, "-I", str(folder), "-"], input=unit, text=True,
                          capture_output=True, check=False)
    return done.stderr if done.returncode else ""


def main(arguments: list[str]) -> int:
    folder, compiler = pathlib.Path(arguments[0]), arguments[1:]
    headers = sorted(folder.glob("*/*.h"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        troubles = list(pool.map(lambda header: compile_alone(header, folder, compiler), headers))
    for header, words in zip(headers, troubles):
        if words:
            print(f"{header} does not compile alone:\n{words}")
    failed = sum(map(bool, troubles))
    print(f"{len(headers) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not headers else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
