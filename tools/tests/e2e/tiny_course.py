"""A course of a few small C++ programs, made from scratch: its units need no GPU and no CUDA."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from workplace import DAYBOOK

SETTINGS = """title: A tiny course
languages: [en]
modules:
  - title: All
    days: [{days}]
card: cpu
cpp: {{build: "g++ -O1 -o {{out}} {{in}}", run: "./{{out}}"}}
{more}"""

LESSON = """---
title: {title}
---

The first [10 numbers](run:sums/10/n) sum up to [55](run:sums/10/sum).
"""

# Times are worked out: every machine prints the same, and a counter adds a little to each run.
COUNT = """#include <cstdio>
int main() {
    std::FILE* file = std::fopen("runs", "a+");
    std::fputc('.', file);
    const long run = std::ftell(file);
    std::fclose(file);
    std::printf("sums: of the first n numbers\\n");
    std::printf("n    sum  time (ms)\\n");
    std::printf("---  ---  ---------\\n");
    for (int n = 10; n <= 30; n += 10) {
        std::printf("%-3d  %3d  %9.3f\\n", n, n * (n + 1) / 2, SPEED * n + 0.001 * run);
    }
}
"""

# Says that it is there, and waits until the file it waits for is.
WAIT = """#include <cstdio>
#include <unistd.h>
int main() {
    std::FILE* file = std::fopen("%(own)s", "w");
    if (file != nullptr) std::fclose(file);
    for (int i = 0; i < 2500 && access("%(other)s", F_OK) != 0; ++i) usleep(20000);
    if (access("%(other)s", F_OK) != 0) return 3;
    std::printf("sums: of the first n numbers\\n");
    std::printf("n    sum  time (ms)\\n");
    std::printf("---  ---  ---------\\n");
    std::printf("10    55      1.000\\n");
}
"""


def count_program(speed: str = "0.1") -> str:
    return COUNT.replace("SPEED", speed)


class TinyCourse:
    """`programs`: each day's C++ source; the program is called like the day behind its number."""

    def __init__(self, programs: dict[str, str], more: str = "") -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="daybook-course.")
        self.folder = pathlib.Path(self._folder.name)
        self.folder.chmod(0o755)
        self.root = self.folder / "course"
        self.scratch = self.folder / "tmp"
        self.scratch.mkdir()
        self.root.mkdir()
        self.write("course.yaml", SETTINGS.format(days=", ".join(programs), more=more))
        for day, source in programs.items():
            name = day.partition("-")[2]
            self.write(f"src/{day}/{name}.cpp", source)
            self.write(f"lessons/{day}/lesson.md", LESSON.format(title=name))

    def close(self) -> None:
        self._folder.cleanup()

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def environment(self, **more: str) -> dict[str, str]:
        return {**os.environ, "TMPDIR": str(self.scratch), **more}

    def daybook(self, *words: str, **more: str) -> subprocess.CompletedProcess:
        return subprocess.run([DAYBOOK, *words], cwd=self.root, env=self.environment(**more),
                              text=True, check=False, capture_output=True, timeout=300,
                              stdin=subprocess.DEVNULL)

    def start(self, *words: str, **more: str) -> subprocess.Popen:
        return subprocess.Popen([DAYBOOK, *words], cwd=self.root, env=self.environment(**more),
                                text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def evidence(self) -> list[str]:
        """Every file and folder below evidence/, hidden ones too."""
        top = self.root / "evidence"
        return sorted(path.relative_to(top).as_posix() for path in top.rglob("*"))

    def runs(self) -> list[str]:
        """The folders of recorded runs."""
        return [name for name in self.evidence() if name.count("/") == 2
                and (self.root / "evidence" / name).is_dir()]

    def leftovers(self) -> list[str]:
        return sorted(path.name for path in self.scratch.iterdir())


def wait_until(holds, seconds: float = 60) -> bool:
    """Polls `holds`; whether it came true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return bool(holds())


def processes_of(folder: pathlib.Path) -> list[int]:
    """Processes that work in `folder`, or name it in their command."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            words = (entry / "cmdline").read_bytes().decode(errors="replace")
            place = os.readlink(entry / "cwd")
        except OSError:
            continue
        if str(folder) in words or place.startswith(str(folder)):
            found.append(int(entry.name))
    return found


def free_port() -> int:
    import socket
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        return own.getsockname()[1]


class Daemons:
    """Programs that serve a test, each in a session of its own; all are ended by `stop`."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="daybook-daemons.")
        self.folder = pathlib.Path(self._folder.name)
        self.folder.chmod(0o755)
        self._running: list[tuple[str, subprocess.Popen]] = []

    def start(self, *words: str, **environment: str) -> subprocess.Popen:
        log = (self.folder / (pathlib.Path(words[0]).name + ".out")).open("wb")
        daemon = subprocess.Popen(words, env={**os.environ, **environment}, stdout=log, stderr=log,
                                  stdin=subprocess.DEVNULL, start_new_session=True)
        log.close()
        self._running.append((words[0], daemon))
        return daemon

    def problem(self) -> str:
        """What the first daemon that ended said last; nothing while all run."""
        for name, daemon in self._running:
            if daemon.poll() is not None:
                name = pathlib.Path(name).name
                said = (self.folder / (name + ".out")).read_text(errors="replace").strip()
                return f"{name} ended with {daemon.returncode}: {said.splitlines()[-1:] or ''}"
        return ""

    def stop(self) -> None:
        for _, daemon in reversed(self._running):
            if daemon.poll() is None:
                daemon.terminate()
                try:
                    daemon.wait(10)
                except subprocess.TimeoutExpired:
                    os.killpg(daemon.pid, signal.SIGKILL)
                    daemon.wait()
        self._folder.cleanup()


def find_tool(name: str) -> str:
    """A program's path, sbin folders included; empty when it is not here."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin") or ""
