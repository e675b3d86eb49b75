"""Adds up what `meson test` wrote in several build folders: each skipped test with its reason, each
failed one by name, then one closing line.

usage: summary.py BUILD_FOLDER {STATUS_OF_BUILDING STATUS_OF_TESTING}…

The first pair is BUILD_FOLDER's own, the next ones those of BUILD_FOLDER/sanitized-g++ and
BUILD_FOLDER/sanitized-clang++. "absent" stands for a compiler that is not installed,
"unasked" for a build that --quick leaves out.
"""

import json
import pathlib
import re
import sys

FOLDERS = ["", "sanitized-g++", "sanitized-clang++"]
Counts = tuple[int, int, int]


def read_results(folder: pathlib.Path) -> list[dict]:
    log = folder / "meson-logs" / "testlog.json"
    text = log.read_text(encoding="utf-8") if log.is_file() else ""
    return [json.loads(line) for line in text.split("\n") if line]


def reasons_of(result: dict) -> list[str]:
    lines = (result.get("stdout") or "").split("\n")
    reasons = [line.removeprefix("skipped:").strip() for line in lines
               if line.startswith("skipped:")]
    return reasons or ["no reason was given"] * (result["result"] == "SKIP")


def counts_of(result: dict) -> Counts:
    """A test that closes with "N passed, N failed" stands for so many; any other for one."""
    if result["result"] == "SKIP":
        return 0, 0, 1
    passed, failed, skipped = inner_counts(result.get("stdout") or "")
    if result["result"] == "OK":
        return max(passed, 1 if not skipped else 0), 0, skipped
    # A runner that counts no failure and still ends badly is one.
    return passed, max(failed, 1), skipped


def inner_counts(stdout: str) -> Counts:
    closing = re.findall(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?", stdout, re.MULTILINE)
    if closing:
        passed, failed, skipped = closing[-1]
        return int(passed), int(failed), int(skipped or 0)
    google = [re.findall(rf"^\[  {word} \] (\d+) tests?", stdout, re.MULTILINE)
              for word in ("PASSED ", "FAILED ", "SKIPPED")]
    passed, failed, skipped = (int(found[0]) if found else 0 for found in google)
    return passed, failed, skipped


def main(arguments: list[str]) -> int:
    build, statuses = pathlib.Path(arguments[0]), arguments[1:]
    total = [0, 0, 0]
    for folder, built, tested in zip(FOLDERS, statuses[::2], statuses[1::2]):
        where = f"{folder} " if folder else ""
        if built == "unasked":
            total[2] += 1
            print(f"skipped {folder}: left out, as --quick asks")
            continue
        if built == "absent":
            total[2] += 1
            print(f"skipped {folder}: {folder.removeprefix('sanitized-')} is not installed")
            continue
        if built != "0":
            total[1] += 1
            print(f"failed {where}build: see above what does not build")
        results = read_results(build / folder)
        for result in results:
            counts = counts_of(result)
            total = [one + other for one, other in zip(total, counts)]
            for reason in reasons_of(result):
                print(f"skipped {where}{result['name']}: {reason}")
            if counts[1]:
                print(f"failed {where}{result['name']}")
        if not results or (tested != "0" and all(counts_of(each)[1] == 0 for each in results)):
            total[1] += 1
            print(f"failed {where}tests: meson test ended with {tested} after {len(results)} tests")
    print(f"{total[0]} passed, {total[1]} failed, {total[2]} skipped")
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
