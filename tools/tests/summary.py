"""Adds up what `meson test` wrote: the skipped tests with their reason, then one closing line."""

import json
import pathlib
import re
import sys

SKIPPED, FAILED_TO_RUN = 77, 99


def read_results(build: pathlib.Path) -> list[dict]:
    text = (build / "meson-logs" / "testlog.json").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def reason_of(result: dict) -> str:
    lines = [line for line in (result.get("stdout") or "").split("\n") if line.startswith("skipped:")]
    return lines[-1][len("skipped:"):].strip() if lines else "no reason was given"


def inner_counts(result: dict) -> tuple[int, int, int]:
    """A test that closes with "N passed, N failed" stands for so many; any other for one."""
    found = re.findall(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$",
                       result.get("stdout") or "", re.MULTILINE)
    if found and result["result"] in ("OK", "FAIL"):
        passed, failed, skipped = (int(count or 0) for count in found[-1])
        # A runner that counts no failure and still ends badly is one.
        return passed, max(failed, 1) if result["result"] == "FAIL" else failed, skipped
    gtest = re.findall(r"\[  PASSED  \] (\d+) test", result.get("stdout") or "")
    if gtest and result["result"] == "OK":
        return int(gtest[-1]), 0, 0
    if result["result"] in ("OK", "EXPECTEDFAIL"):
        return 1, 0, 0
    return (0, 0, 1) if result["result"] == "SKIP" else (0, 1, 0)


def main() -> int:
    build, status = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    passed = failed = skipped = 0
    for result in read_results(build):
        counts = inner_counts(result)
        passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
        if result["result"] == "SKIP":
            print(f"skipped {result['name']}: {reason_of(result)}")
    if status != 0 and failed == 0:
        failed = 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
