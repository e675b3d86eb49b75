"""Every variant applies to its program, and compiles, or fails to compile with the words that its
lesson states. The sources are those a recording would take along (`daybook record --bundle`).

usage: variants.py DAYBOOK ROOT NVCC      NVCC empty: none here, the compiling is skipped
"""

import concurrent.futures
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

import yaml


def stated_error(root: pathlib.Path, day: str, variant: str) -> str:
    """What the lesson says the compiler says; empty when the variant compiles."""
    text = (root / "lessons" / day / "lesson.md").read_text(encoding="utf-8")
    front = yaml.safe_load(text.split("\n---\n", 1)[0].removeprefix("---\n"))
    return front.get("variants", {}).get(variant, {}).get("build-error", "")


def compile_unit(folder: pathlib.Path, command: str, nvcc: str) -> tuple[int, str]:
    words = [nvcc if word == "nvcc" else word for word in shlex.split(command)]
    done = subprocess.run(words, cwd=folder, text=True, stdout=subprocess.PIPE, check=False,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def judge(status: int, words: str, error: str) -> str:
    """Why the outcome is not what the lesson states, or nothing."""
    if not error:
        return "" if status == 0 else f"does not compile:\n{words}"
    if status == 0:
        return f"compiles, and the lesson says it fails with '{error}'"
    return "" if error in words else f"fails without the words '{error}':\n{words}"


def check_variants(bundle: pathlib.Path, root: pathlib.Path, nvcc: str) -> tuple[int, int, int]:
    units = [line.split("\t") for line in
             (bundle / "plan.tsv").read_text(encoding="utf-8").split("\n") if line]
    variants = [unit for unit in units if "+" in unit[1]]
    if not nvcc:
        for day, unit, *_ in variants:
            print(f"skipped: {day}/{unit} applies; that it compiles needs nvcc, found neither on "
                  "PATH nor in CUDA_HOME nor in /usr/local/cuda")
        return len(variants), 0, len(variants)

    def outcome(unit: list[str]) -> str:
        status, words = compile_unit(bundle / "units" / unit[0] / unit[1], unit[4], nvcc)
        return judge(status, words, stated_error(root, unit[0], unit[1].split("+", 1)[1]))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        troubles = list(pool.map(outcome, variants))
    for unit, trouble in zip(variants, troubles):
        print(f"{unit[0]}/{unit[1]}: {trouble or 'as its lesson states'}")
    failed = sum(map(bool, troubles))
    return len(variants) - failed, failed, 0


def main(daybook: str, root: str, nvcc: str) -> int:
    scratch = pathlib.Path(tempfile.mkdtemp())
    try:
        bundled = subprocess.run([daybook, "-C", root, "record", "--bundle", str(scratch / "bundle")],
                                 text=True, capture_output=True, check=False)
        if bundled.returncode != 0:
            print(bundled.stdout + bundled.stderr)
            return 1
        passed, failed, skipped = check_variants(scratch / "bundle", pathlib.Path(root), nvcc)
    finally:
        shutil.rmtree(scratch)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
