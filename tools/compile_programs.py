"""Compiles every program of one day for one architecture, with the command that course.yaml gives
for its kind of source. What is built is named <day>.<program>.<arch> and lies beside LIST, which
says so a line each.

usage: compile_programs.py ROOT DAY ARCH NVCC LIST DEPFILE
"""

import pathlib
import shlex
import subprocess
import sys

import yaml


def compilers_of(course: object) -> dict[str, str]:
    """The build commands that call nvcc, by the ending of the sources they build."""
    kinds = course.items() if isinstance(course, dict) else []
    return {f".{kind}": str(commands["build"]) for kind, commands in kinds
            if isinstance(commands, dict) and "nvcc" in str(commands.get("build", "")).split()}


def command_of(pattern: str, nvcc: str, arch: str, source: pathlib.Path, built: str) -> list[str]:
    places = {"{arch}": arch, "{in}": str(source), "{out}": built}
    words = []
    for word in shlex.split(pattern):
        for place, value in places.items():
            word = word.replace(place, value)
        words.append(nvcc if word == "nvcc" else word)
    return words


def escaped(path: str) -> str:
    return path.replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")


def main(arguments: list[str]) -> int:
    root, day, arch, nvcc, listed, depfile = arguments
    settings = pathlib.Path(root, "course.yaml")
    folder = pathlib.Path(root, "src", day)
    patterns = compilers_of(yaml.safe_load(settings.read_bytes()))
    read, built = [settings, nvcc], []
    if folder.is_dir():  # the folder itself: a new program is seen
        read.append(folder)
        for source in sorted(folder.iterdir()):
            if source.suffix not in patterns:
                continue
            read.append(source)
            out = pathlib.Path(listed).with_name(f"{day}.{source.stem}.{arch}")
            command = command_of(patterns[source.suffix], nvcc, arch, source, str(out))
            status = subprocess.run(command, check=False).returncode
            if status != 0:
                print(f"{source}: exit status {status} of {shlex.join(command)}", file=sys.stderr)
                return 1
            built.append(out.name)
    else:
        read.append(folder.parent)
    pathlib.Path(depfile).write_text(
        escaped(listed) + ":" + "".join(f" \\\n  {escaped(str(path))}" for path in read) + "\n",
        encoding="utf-8")
    pathlib.Path(listed).write_text("".join(name + "\n" for name in built), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
