#!/usr/bin/python3
"""Stands for a machine with an H200 and the CUDA Toolkit: nvcc, cuobjdump and nvidia-smi give back
what was recorded of the same unit ($DAYBOOK_REPLAY is the evidence folder).
Called by one of those names."""

import json
import os
import pathlib
import stat
import sys


def recorded(source: pathlib.Path) -> pathlib.Path:
    """The newest run of the unit whose folder the source lies in; a recording builds each unit in
    <day>/<unit>."""
    day, unit = source.resolve().parts[-3:-1]
    runs = sorted(pathlib.Path(os.environ["DAYBOOK_REPLAY"], day, unit).glob("*/provenance.json"))
    if not runs:
        sys.exit(f"replay: nothing was recorded of {day}/{unit}")
    return runs[-1].parent


def nvcc(words: list[str]) -> int:
    if "--version" in words:
        print("Cuda compilation tools, release 13.0, V13.0.88")
        return 0
    source, out = next(word for word in words if word.endswith(".cu")), words[words.index("-o") + 1]
    run = recorded(pathlib.Path(source))
    built = json.loads((run / "provenance.json").read_text())["predicate"]["build"]
    if built["status"] != 0:
        print(built["errors"], file=sys.stderr)
        return int(built["status"])
    if "-cubin" in words:
        print((run / "ptxas.txt").read_text(encoding="utf-8"), end="", file=sys.stderr)
        pathlib.Path(out).write_text(str(run))
        return 0
    pathlib.Path(out).write_text(f"#!/bin/sh\nexec {__file__} program {run}\n")
    pathlib.Path(out).chmod(0o755 | stat.S_IXUSR)
    return 0


def program(words: list[str]) -> int:
    """Prints the first run, then the second, …; ends as it ended."""
    run, counter = pathlib.Path(words[0]), pathlib.Path("replayed")
    number = len(counter.read_bytes()) + 1 if counter.exists() else 1
    counter.write_bytes(b"." * number)
    predicate = json.loads((run / "provenance.json").read_text())["predicate"]["run"]
    sys.stdout.buffer.write((run / f"run-{number}.txt").read_bytes())
    sys.stdout.flush()
    if predicate["stderrs"]:
        sys.stderr.write(predicate["stderrs"][number - 1])
    ended = predicate["exits"][number - 1]
    if ended.isdigit():
        return int(ended)
    os.execvp("sleep", ["sleep", "3600"])


def cuobjdump(words: list[str]) -> int:
    run = pathlib.Path(pathlib.Path(words[-1]).read_text())
    print((run / "sass.txt").read_text(encoding="utf-8"), end="")
    return 0


def nvidia_smi(words: list[str]) -> int:
    values = {"name": "NVIDIA H200", "compute_cap": "9.0", "uuid": "GPU-0", "driver_version": "580",
              "ecc.mode.current": "Enabled", "clocks.max.sm": "1980 MHz",
              "clocks.max.mem": "3201 MHz", "clocks.sm": "1980 MHz", "clocks.mem": "3201 MHz",
              "temperature.gpu": "40", "clocks_event_reasons.active": "0x0000000000000000"}
    asked = next((word for word in words if word.startswith("--query-gpu=")), None)
    if asked:
        print(", ".join(values[name] for name in asked.removeprefix("--query-gpu=").split(",")))
    return 0


if __name__ == "__main__":
    called = pathlib.Path(sys.argv[0]).name
    if called == "toolkit.py":
        called = sys.argv.pop(1)
    sys.exit({"nvcc": nvcc, "cuobjdump": cuobjdump, "nvidia-smi": nvidia_smi,
              "program": program}[called](sys.argv[1:]))
