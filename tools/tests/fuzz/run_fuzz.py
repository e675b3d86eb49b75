#!/usr/bin/env python3
"""Feeds every parser hostile bytes: libFuzzer with AddressSanitizer and UBSan, from seeds of the
course and the golden cases, after every input that once broke one (cases/<target>/).

usage: run_fuzz.py ROOT BUILD_FOLDER [--runs N | --seconds N] [TARGET…]

BUILD_FOLDER is one built by clang++ with sanitizers, as tools/run-tests makes it:
    CXX=clang++ meson setup FOLDER -Db_sanitize=address,undefined -Db_lundef=false
--runs (2,000 unless told) is each target's number of inputs, chosen the same way every time;
--seconds is the time of all targets together, and keeps what was found in BUILD_FOLDER/fuzz/corpus
for the next time. An input that breaks a target is kept in BUILD_FOLDER/fuzz/broken: mend the core,
then make the input a case. An input that took too long is judged once more by itself: a machine may
stand still for a while."""
import argparse
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
LONGEST_INPUT = 8192  # bytes
SLOWEST_INPUT_S = 10
MOST_MEMORY_MB = 2048


# ---- seeds

def read_all(root: Path, *patterns: str) -> list[bytes]:
    found = [path for pattern in patterns for path in sorted(root.glob(pattern)) if path.is_file()]
    return [path.read_bytes() for path in found]


def matches(texts: list[bytes], pattern: bytes) -> list[bytes]:
    return sorted({match.group(1) for text in texts for match in re.finditer(pattern, text)})


def archives(files: list[bytes]) -> list[bytes]:
    made = []
    for kind in ("w", "w:gz"):
        for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
            held = io.BytesIO()
            with tarfile.open(fileobj=held, mode=kind, format=form) as archive:
                for number, text in enumerate(files):
                    long = form != tarfile.USTAR_FORMAT and number % 2 == 1
                    name = f"results/{'long-name-' * (12 if long else 1)}{number}.txt"
                    entry = tarfile.TarInfo(name)
                    entry.size = len(text)
                    archive.addfile(entry, io.BytesIO(text))
            made.append(held.getvalue())
    return made


def seeds(root: Path) -> dict[str, list[bytes]]:
    """By target, from the course and the golden cases."""
    golden = "tools/tests/golden/**/"
    sources = read_all(root, "src/*/*.cu", "snippets/*", golden + "*.cu", golden + "*.cuh")
    lessons = read_all(root, "lessons/**/*.md", golden + "*.md")
    evidence = "evidence/*/*/*/"
    printed = read_all(root, evidence + "run-1.txt", evidence + "ptxas.txt", golden + "run-1.txt")
    statements = read_all(root, evidence + "provenance.json", evidence + "SHA256SUMS",
                          golden + "provenance.json", golden + "SHA256SUMS")
    patches = read_all(root, "src/*/variants/*.patch", golden + "*.patch")
    fronts = [text.split(b"---\n")[1] for text in lessons if text.startswith(b"---\n")]
    facts = [b"format\t1\ngpu\tNVIDIA H200\nuuid-sha256\tabc\necc\tEnabled\nnvcc\t13.0.88\n",
             b"before\t345 MHz, 2619 MHz, 31, 0x0000000000000001\t0\n",
             b"program\tmerge_path.cu\narch\tsm_90\nbuild.exit\t0\nstarted\t2026-12-01T08:00:00Z\n"]
    return {
        "regions": sources,
        "tokens": sources,
        "transcript": printed,
        "lesson": lessons,
        "formula": matches(lessons, rb'(?:calc|claim[@\w]*): "([^"]+)"') +
                   matches(lessons, rb"\[([^\]\n]{1,60})\]"),
        "path": matches(lessons, rb"run[@\w]*:([^)\s\"]+)"),
        "provenance": statements,
        "archive": archives([text[:300] for text in printed[:6]] + facts),
        "results": [bytes([number]) + text for number in range(26)
                    for text in (printed[0][:800], *facts)],
        "settings": read_all(root, "course.yaml", golden + "course.yaml") + fronts,
        "patch": patches + [one + b"%%\n" + one.replace(b"n", b"m", 3) for one in sources[:4]],
    }


def write_seeds(folder: Path, texts: list[bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for number, text in enumerate(texts):
        (folder / f"{number:03d}").write_bytes(text[:LONGEST_INPUT])


# ---- running

class Outcome:
    def __init__(self, output: str, status: int, seconds: float):
        self.broken = status != 0
        self.output = output
        self.seconds = seconds
        count = re.search(r"number_of_executed_units: (\d+)", output)
        self.inputs = int(count.group(1)) if count else 0


def execute(target: Path, arguments: list[str], broken: Path) -> Outcome:
    options = [f"-timeout={SLOWEST_INPUT_S}", f"-rss_limit_mb={MOST_MEMORY_MB}",
               f"-max_len={LONGEST_INPUT}", "-report_slow_units=86400", "-print_final_stats=1",
               f"-artifact_prefix={broken}/"]
    begun = time.monotonic()
    done = subprocess.run([target, *options, *arguments], capture_output=True)
    return Outcome(done.stderr.decode(errors="replace"), done.returncode, time.monotonic() - begun)


def program(folder: Path, name: str) -> Path:
    return folder / "tools/tests" / f"fuzz-{name}"


def machine_stood_still(outcome: Outcome, target: Path, broken: Path) -> bool:
    """Whether the input that took too long is quick by itself; it is not kept then."""
    written = re.search(r"Test unit written to (\S+/timeout-\w+)", outcome.output)
    if not written or execute(target, [written.group(1)], broken).broken:
        return False
    Path(written.group(1)).unlink()
    return True


def fuzz(folder: Path, name: str, runs: int, seconds: int) -> Outcome:
    target, broken = program(folder, name), folder / "fuzz/broken" / name
    broken.mkdir(parents=True, exist_ok=True)
    cases = sorted(str(path) for path in (HERE / "cases" / name).glob("*"))
    if cases:
        outcome = execute(target, cases, broken)
        if outcome.broken and not machine_stood_still(outcome, target, broken):
            return outcome
    planted = str(folder / "fuzz/seeds" / name)
    corpus = folder / "fuzz/corpus" / name
    inputs, spent = 0, 0.0
    while True:
        if seconds:
            corpus.mkdir(parents=True, exist_ok=True)
            length = f"-max_total_time={max(1, round(seconds - spent))}"
            outcome = execute(target, [length, str(corpus), planted], broken)
        else:
            with tempfile.TemporaryDirectory() as empty:
                outcome = execute(target, [f"-runs={runs}", "-seed=1", empty, planted], broken)
        inputs, spent = inputs + outcome.inputs, spent + outcome.seconds
        if not outcome.broken or not machine_stood_still(outcome, target, broken):
            outcome.inputs, outcome.seconds = inputs, spent
            return outcome


def reason(outcome: Outcome) -> str:
    lines = [line for line in outcome.output.split("\n")
             if re.search(r"broken promise|ERROR: |runtime error|SUMMARY|artifact_prefix|^ +#[0-9] ",
                          line)]
    return "\n".join("  " + line for line in lines[:24])


def main(arguments: list[str]) -> int:
    names = sorted(path.stem for path in HERE.glob("*.cc"))
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(names))
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--seconds", type=int, default=0)
    options = parser.parse_intermixed_args(arguments)
    if unknown := [name for name in options.targets if name not in names]:
        parser.error(f"there is no target '{unknown[0]}': {', '.join(names)}")
    targets = options.targets or names
    folder = options.build.resolve()
    if missing := [name for name in targets if not program(folder, name).exists()]:
        print(f"there is no {program(folder, missing[0])}; configure with clang++ and sanitizers "
              "(--help shows how), then build")
        return 2
    planted = seeds(options.root.resolve())
    failed = 0
    for name in targets:
        write_seeds(folder / "fuzz/seeds" / name, planted[name])
        outcome = fuzz(folder, name, options.runs, options.seconds // len(targets))
        failed += outcome.broken
        print(f"{name:12} {outcome.inputs:9d} inputs  {outcome.seconds:7.1f} s  "
              f"{'BROKEN' if outcome.broken else 'held'}", flush=True)
        if outcome.broken:
            print(reason(outcome), flush=True)
    print(f"{len(targets) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
