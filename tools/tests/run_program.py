"""Runs the compiled programs of one day on the GPU of this machine. Each checks its own results and
ends with 0 only when they are right; here it must print at least one table besides.

usage: run_program.py DAYBOOK DAY FOLDER      FOLDER holds what tools/compile_programs.py built
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

LIMIT_S = 600


def skip(reason: str) -> int:
    print(f"skipped: {reason}")
    return 77


def compute_capability() -> float:
    """Of the first GPU; 0 when there is none."""
    if shutil.which("nvidia-smi") is None:
        return 0
    done = subprocess.run(["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"],
                          text=True, capture_output=True, check=False)
    try:
        return float(done.stdout.split("\n")[0]) if done.returncode == 0 else 0
    except ValueError:
        return 0


def lists_for(folder: pathlib.Path, day: str, capability: float) -> list[pathlib.Path]:
    """What was built for this GPU, the best architecture first."""
    known = {int(path.suffixes[-2].removeprefix(".sm_")): path
             for path in folder.glob(f"{day}.sm_*.txt")}
    return [known[arch] for arch in sorted(known, reverse=True) if arch <= capability * 10]


def run(daybook: str, program: pathlib.Path) -> bool:
    try:
        done = subprocess.run([str(program)], text=True, capture_output=True, check=False,
                              timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        print(f"{program.name}: no end after {LIMIT_S} s")
        return False
    print(f"{program.name}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as transcript:
        transcript.write(done.stdout)
        transcript.flush()
        tables = subprocess.run([daybook, "tables", transcript.name], capture_output=True,
                                check=False).returncode
    if tables != 0:
        print(f"{program.name}: no table is found in what it printed")
    return done.returncode == 0 and tables == 0


def main(daybook: str, day: str, folder: str) -> int:
    if not list(pathlib.Path(folder).glob(f"{day}.sm_*.txt")):
        return skip("not compiled: no nvcc on PATH, in CUDA_HOME or in /usr/local/cuda")
    capability = compute_capability()
    if capability == 0:
        return skip("no GPU here (nvidia-smi finds none)")
    lists = lists_for(pathlib.Path(folder), day, capability)
    if not lists:
        return skip(f"nothing was compiled for compute capability {capability}")
    names = lists[0].read_text(encoding="utf-8").split()
    good = [run(daybook, lists[0].with_name(name)) for name in names]
    return 0 if good and all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
