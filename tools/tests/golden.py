#!/usr/bin/env python3
"""Runs the golden cases: whole output, messages included, and whole files.

    golden.py DAYBOOK [--bless] [NAME…]

DAYBOOK is the program; NAME a part of a case's path (check/fail/crlf). --bless writes what was seen
as what is expected; read the difference before it is committed. README.md says how a case is made.

Nothing in the output is normalised. What would differ between machines is fixed on the way in
instead (fixed_tools): the day, the host compiler's name, no GPU and no nvcc, an empty environment;
and root runs the cases as another user, so that permissions count."""
import difflib
import hashlib
import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent / "golden"
COMMANDS = ("check", "update", "snippets", "tables", "status", "record", "import", "compare", "audit")
PROCESSES = 2
RUN_LIMIT_S = 120
NOBODY = 65534
RULES = GOLDEN.parent.parent / "daybook/base/rule.cc"


class CaseError(Exception):
    """A case that cannot be run as it is written."""


# ---- what a case says

def unescape(text: str) -> str:
    """\\n, \\t, \\r, \\\\, \\xHH (a byte) and \\uHHHH (a character); bytes travel as surrogates."""
    names = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}

    def replace(match: re.Match) -> str:
        code = match.group(1)
        if code[0] == "x":
            return bytes([int(code[1:], 16)]).decode("utf-8", "surrogateescape")
        return chr(int(code[1:], 16)) if code[0] == "u" else names[code]

    return re.sub(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[ntr\\])", replace, text)


def to_bytes(text: str) -> bytes:
    return unescape(text).encode("utf-8", "surrogateescape")


def read_case(folder: Path) -> tuple[list[tuple[str, str]], list[str]]:
    """The edits in order, and the runs."""
    edits, runs = [], []
    for line in (folder / "case.txt").read_text(encoding="utf-8").split("\n"):
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word == "run:":
            runs.append(rest)
        elif word == "do:" or word in EDITS:
            edits.append((word, rest))
        else:
            raise CaseError(f"case.txt: no line begins with '{word}'")
    return edits, runs or ["daybook " + folder.parent.parent.name]


class Course:
    """The copy of the course that one case is run in."""

    def __init__(self, root: Path):
        self.root = root

    def find(self, name: str) -> Path:
        """The file or folder whose path is `name`, or the only one whose path ends with it."""
        if os.path.lexists(self.root / name):
            return self.root / name
        found = [path for path in self.root.rglob("*")
                 if ("/" + path.relative_to(self.root).as_posix()).endswith("/" + name)]
        if len(found) != 1:
            raise CaseError(f"case.txt: {len(found)} files are called '{name}'")
        return found[0]

    def new(self, name: str) -> Path:
        path = self.root / unescape(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def replace(self, line: str) -> None:
        name, _, change = line.partition(": ")
        old, arrow, new = (change + " ").partition(" => ")
        path, wanted = self.find(name), to_bytes(old)
        held = path.read_bytes()
        if not arrow or held.count(wanted) != 1:
            raise CaseError(f"case.txt: {held.count(wanted)} times in {name}: {old}")
        path.write_bytes(held.replace(wanted, to_bytes(new.strip(" "))))

    def append(self, line: str) -> None:
        name, _, text = line.partition(": ")
        with self.find(name).open("ab") as file:
            file.write(to_bytes(text) + b"\n")

    def write(self, line: str) -> None:
        name, _, text = (line + " " if line.endswith(":") else line).partition(": ")
        self.new(name).write_bytes(to_bytes(text))

    def repeat(self, line: str) -> None:
        """repeat FILE: PLACE => COUNT TEXT puts TEXT COUNT times where PLACE stands."""
        name, _, change = line.partition(": ")
        old, _, new = change.partition(" => ")
        count, _, text = new.partition(" ")
        path = self.find(name)
        path.write_bytes(path.read_bytes().replace(to_bytes(old), to_bytes(text) * int(count), 1))

    def delete(self, line: str) -> None:
        path = self.find(line)
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()

    def rename(self, line: str) -> None:
        old, _, new = line.partition(" => ")
        self.find(old).rename(self.new(new))

    def copy(self, line: str) -> None:
        old, _, new = line.partition(" => ")
        source = self.find(old)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, self.new(new))

    def link(self, line: str) -> None:
        name, _, target = line.partition(" => ")
        if os.path.lexists(self.root / name):
            self.delete(name)
        self.new(name).symlink_to(target)

    def crlf(self, line: str) -> None:
        path = self.find(line)
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    def chmod(self, line: str) -> None:
        name, _, mode = line.partition(": ")
        self.find(name).chmod(int(mode, 8))

    def reseal(self, line: str) -> None:
        """Makes a run's digests fit its files again, so that a case shows what is behind them."""
        folder = self.find(line)
        names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*")
                       if path.is_file() and not path.name.startswith("SHA256SUMS"))
        digest = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
        statement = folder / "provenance.json"
        held = json.loads(statement.read_text(encoding="utf-8"))
        held["subject"] = [{"name": name, "digest": {"sha256": digest[name]}}
                           for name in names if name != "provenance.json"]
        predicate = held["predicate"]
        predicate["digests"]["source"] = digest[predicate["program"]]
        statement.write_text(json.dumps(held, indent=2, ensure_ascii=False) + "\n",
                             encoding="utf-8")
        digest["provenance.json"] = hashlib.sha256(statement.read_bytes()).hexdigest()
        (folder / "SHA256SUMS").write_text(
            "".join(f"{digest[name]}  {name}\n" for name in names), encoding="utf-8")


EDITS = {"replace": Course.replace, "append": Course.append, "write": Course.write,
         "repeat": Course.repeat, "delete": Course.delete, "rename": Course.rename,
         "copy": Course.copy, "link": Course.link, "crlf": Course.crlf, "chmod": Course.chmod,
         "reseal": Course.reseal}


# ---- running

# The course's site, as the build makes it, in the folder html.
BUILD_SITE = """set -e
work=$(mktemp -d)
mkdir -p site && cp -R {sources}/site/static site/
for lesson in lessons/*/lesson*.md lessons/glossary*.md; do
  daybook weave "$lesson" --output "$work/$(echo "$lesson" | tr / .).json"
done
daybook weave course --output "$work/course.json"
{python} -B {sources}/pages/assemble.py --site-sources {sources}/site --out html \\
  --state "$work/state.json" --course "$work/course.json" "$work"/lessons.*.json
rm -r "$work"
"""


def python_with_jinja() -> str:
    """The system's, whose modules Debian's packages are; else this one."""
    system = ["/usr/bin/python3", "-c", "import jinja2"]
    found = os.path.exists(system[0]) and subprocess.run(system, capture_output=True).returncode == 0
    return system[0] if found else sys.executable


def fixed_tools(scratch: Path, daybook: Path) -> dict[str, str]:
    """An environment that is the same on every machine."""
    tools = scratch / "bin"
    tools.mkdir()
    shutil.copy(daybook, tools / "daybook")
    sources = scratch / "sources"  # the user that a case runs as may not see those of this tree
    here = GOLDEN.parent.parent
    shutil.copytree(here / "pages", sources / "pages", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(here.parent / "site", sources / "site")
    scripts = {"date": f'exec {shutil.which("date")} -d "2026-12-01 12:00:00 UTC" "$@"',
               "g++": f'if [ "$1" = --version ]; then echo "g++ of the golden cases"\n'
                      f'else exec {shutil.which("g++")} "$@"; fi',
               "nvidia-smi": "exit 127", "nvcc": "exit 127",
               "build-course-site": BUILD_SITE.format(sources=sources, python=python_with_jinja())}
    for name, script in scripts.items():
        (tools / name).write_text(f"#!/bin/sh\n{script}\n")
        (tools / name).chmod(0o755)
    (scratch / "tmp").mkdir(mode=0o777)
    (scratch / "tmp").chmod(0o777)
    return {"PATH": f"{tools}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "HOME": str(scratch),
            "TMPDIR": str(scratch / "tmp")}


def give_away(root: Path) -> None:
    """Root's files to the user that the case runs as."""
    if os.geteuid() != 0:
        return
    for path in [root, *root.rglob("*")]:
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


def run(command: str, root: Path, environment: dict[str, str]) -> tuple[bytes, int]:
    """What a command printed, with its status, as expected.txt holds it."""
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    try:
        done = subprocess.run(["sh", "-c", command], cwd=root, env=environment, timeout=RUN_LIMIT_S,
                              stdin=subprocess.DEVNULL, capture_output=True, umask=0o022, **user)
    except subprocess.TimeoutExpired:
        raise CaseError(f"no end after {RUN_LIMIT_S} s: {command}") from None
    text = done.stdout
    if text and not text.endswith(b"\n"):
        text += b"\n[no line end]\n"
    if done.stderr:
        text += b"[standard error]\n" + done.stderr
    return text + b"exit %d\n" % done.returncode, done.returncode


def snapshot(root: Path) -> dict[str, tuple[bytes, int]]:
    """Every file with its bytes and mode; a link with its target."""
    seen = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            seen[name] = (b"-> " + os.fsencode(os.readlink(path)), 0)
        elif path.is_file():
            seen[name] = (path.read_bytes(), path.stat().st_mode & 0o777)
    return seen


class Seen:
    """What a case did: its whole output, and the files it left changed."""

    def __init__(self) -> None:
        self.output = b""
        self.files: dict[str, bytes] = {}
        self.problems: list[str] = []


def perform(folder: Path, scratch: Path, environment: dict[str, str]) -> Seen:
    edits, runs = read_case(folder)
    kind, command = folder.parent.name, folder.parent.parent.name
    root = scratch / "course"
    shutil.copytree(GOLDEN / "base", root)
    if (folder / "in").is_dir():
        shutil.copytree(folder / "in", root, dirs_exist_ok=True, symlinks=True)
    for word, rest in edits:
        if word != "do:":
            EDITS[word](Course(root), rest)
            continue
        give_away(root)
        printed, status = run(rest, root, environment)
        if status != 0:
            raise CaseError(f"case.txt: this failed: {rest}\n{printed.decode('utf-8', 'replace')}")
    give_away(root)
    seen, before, status = Seen(), snapshot(root), 0
    for line in runs:
        if len(runs) > 1:
            seen.output += b"$ " + line.encode() + b"\n"
        printed, status = run(line, root, environment)
        seen.output += printed
    after = snapshot(root)
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) == after.get(name):
            continue
        word = "removed" if name not in after else "changed" if name in before else "made"
        if word == "changed" and before[name][1] != after[name][1]:
            seen.problems.append(f"the mode of {name} changed")
        seen.output += f"{word} {name}\n".encode()
        if word != "removed":
            seen.files[name] = after[name][0]
    if (status == 0) != (kind == "ok"):
        seen.problems.append(f"exit {status} in a case under {kind}/")
    if os.fsencode(scratch) in seen.output:
        seen.problems.append("an absolute path in the output")
    if command == "update":
        run(runs[-1], root, environment)
        if snapshot(root) != after:
            seen.problems.append("a second update changed something")
    return seen


def expected_files(folder: Path) -> dict[str, bytes]:
    root = folder / "expected"
    return {path.relative_to(root).as_posix(): path.read_bytes()
            for path in sorted(root.rglob("*")) if path.is_file()}


def bless(folder: Path, seen: Seen) -> None:
    (folder / "expected.txt").write_bytes(seen.output)
    shutil.rmtree(folder / "expected", ignore_errors=True)
    for name, held in seen.files.items():
        path = folder / "expected" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(held)


def difference(name: str, expected: bytes, seen: bytes) -> str:
    def lines(held: bytes) -> list[str]:
        return held.decode("utf-8", "backslashreplace").split("\n")

    return "\n".join(difflib.unified_diff(lines(expected), lines(seen), f"{name} (expected)",
                                          f"{name} (seen)", lineterm="")) or f"{name}: line ends"


def check_case(work: tuple[Path, Path, bool]) -> tuple[Path, list[str]]:
    """The problems of one case; none when it passes."""
    folder, daybook, blessing = work
    scratch = Path(tempfile.mkdtemp(prefix="golden."))
    try:
        scratch.chmod(0o755)
        seen = perform(folder, scratch, fixed_tools(scratch, daybook))
    except (CaseError, OSError) as error:
        return folder, [str(error)]
    finally:
        subprocess.run(["chmod", "-R", "u+rwX", scratch], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(scratch, ignore_errors=True)
    problems = seen.problems
    if blessing:
        bless(folder, seen)
        return folder, problems
    expected = folder / "expected.txt"
    held = expected.read_bytes() if expected.is_file() else b""
    if held != seen.output:
        problems.append(difference("expected.txt", held, seen.output))
    wanted = expected_files(folder)
    for name in sorted(wanted.keys() | seen.files.keys()):
        if wanted.get(name) != seen.files.get(name):
            problems.append(difference("expected/" + name, wanted.get(name, b""),
                                       seen.files.get(name, b"")))
    return folder, problems


# ---- all of them

def find_cases(names: list[str]) -> list[Path]:
    cases = [path.parent for command in COMMANDS
             for path in sorted((GOLDEN / command).glob("*/*/case.txt"))]
    return [case for case in cases
            if not names or any(name in case.relative_to(GOLDEN).as_posix() for name in names)]


def rules_and_cases(cases: list[Path]) -> list[str]:
    """Findings that no case shows, whose messages would be nobody's; and those no rule explains."""
    ids = re.findall(r'^      \{"([a-z0-9-]+)",', RULES.read_text(), re.MULTILINE)
    shown = b"".join((case / "expected.txt").read_bytes() for case in cases
                     if (case / "expected.txt").is_file()).decode("utf-8", "replace")
    seen = set(re.findall(r"^\S*: (?:error|warning|not proved): .* \[([a-z0-9-]+)\]$", shown,
                          re.MULTILINE))
    return ([f"no case shows [{rule}]" for rule in ids if f"[{rule}]" not in shown] +
            [f"rule.cc does not list [{rule}]" for rule in sorted(seen - set(ids))])


def main(arguments: list[str]) -> int:
    blessing = "--bless" in arguments
    names = [argument for argument in arguments[1:] if argument != "--bless"]
    if not arguments or arguments[0].startswith("-"):
        print(__doc__)
        return 2
    cases = find_cases(names)
    if not cases:
        print("no case is called " + " or ".join(names))
        return 2
    daybook = Path(arguments[0]).resolve()
    failed, begun = 0, time.monotonic()
    with multiprocessing.Pool(PROCESSES) as pool:
        for folder, problems in pool.imap(check_case, [(case, daybook, blessing) for case in cases]):
            if problems:
                failed += 1
                print(f"FAIL {folder.relative_to(GOLDEN)}\n" + "\n".join(problems), flush=True)
    print(f"{len(cases) - failed} passed, {failed} failed ({time.monotonic() - begun:.0f} s)")
    missing = [] if names else rules_and_cases(cases)
    for line in missing:
        print(line)
    return 1 if failed or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
