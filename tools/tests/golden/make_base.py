#!/usr/bin/env python3
"""Makes the base course's evidence again, with the real `daybook record`, and brings its lesson in
step:  make_base.py DAYBOOK.  Wanted after a change of demo.cu or of what a recording holds; then
bless the cases:  golden.py DAYBOOK --bless."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BASE = Path(__file__).resolve().parent / "base"
sys.path.insert(0, str(BASE.parent.parent))
from golden import fixed_tools  # noqa: E402


def main() -> int:
    daybook = os.path.abspath(sys.argv[1])
    shutil.rmtree(BASE / "evidence", ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        environment = fixed_tools(Path(scratch), Path(daybook))
        for command in (["record", "day01-demo"], ["update"], ["check"]):
            print("daybook", *command, flush=True)
            status = subprocess.run([daybook, *command], cwd=BASE, env=environment).returncode
            if status != 0:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
