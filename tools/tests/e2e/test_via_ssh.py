"""Recording through a real sshd on this machine, with keys of its own."""

import getpass
import os
import pathlib
import signal
import socket
import subprocess
import unittest

from tiny_course import (WAIT, Daemons, TinyCourse, count_program, find_tool, free_port,
                         processes_of, wait_until)

NEEDED = ("sshd", "ssh", "ssh-keygen", "g++")

CONFIGURATION = """Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
PidFile {folder}/sshd.pid
UsePAM no
StrictModes no
PasswordAuthentication no
PermitRootLogin prohibit-password
"""


class Server:
    """sshd; `problem` says why it does not run, `launcher` leads there."""

    def __init__(self) -> None:
        missing = [name for name in NEEDED if not find_tool(name)]
        self.problem = "not installed: " + ", ".join(missing) if missing else ""
        self.daemons = Daemons()
        if not self.problem:
            self._start()

    def _start(self) -> None:
        folder = self.daemons.folder
        for name in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name],
                           check=True)
        port = free_port()
        (folder / "sshd_config").write_text(CONFIGURATION.format(port=port, folder=folder))
        if os.geteuid() == 0:
            pathlib.Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        self.daemons.start(find_tool("sshd"), "-D", "-e", "-f", str(folder / "sshd_config"))
        self.launcher = (f"ssh -q -p {port} -i {folder}/user -o StrictHostKeyChecking=no "
                         "-o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes -o BatchMode=yes "
                         f"{getpass.getuser()}@127.0.0.1")

        def answers() -> bool:
            with socket.socket() as own:
                return own.connect_ex(("127.0.0.1", port)) == 0

        if not wait_until(lambda: self.daemons.problem() or answers(), 15):
            self.problem = "it does not answer"
        self.problem = self.daemons.problem() or self.problem
        if self.problem:
            return
        tried = subprocess.run(["sh", "-c", self.launcher + " true"], capture_output=True,
                               text=True, check=False)
        if tried.returncode != 0:
            self.problem = f"it does not let {getpass.getuser()} in: {tried.stderr.strip()}"


class ViaSsh(unittest.TestCase):
    server: Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()
        if cls.server.problem:
            cls.server.daemons.stop()
            raise unittest.SkipTest("sshd cannot start here: " + cls.server.problem)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.daemons.stop()

    def course(self, programs: dict[str, str]) -> TinyCourse:
        course = TinyCourse(programs)
        self.addCleanup(course.close)
        return course

    def test_a_day_is_recorded_on_the_other_side_and_holds_here(self) -> None:
        course = self.course({"day01-count": count_program()})
        done = course.daybook("record", "day01-count", "--via", self.server.launcher)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("[1/1] day01-count/count: results are here", done.stderr)
        self.assertEqual(len(course.runs()), 1)
        self.assertIn("run-5.txt", [name.rpartition("/")[2] for name in course.evidence()])
        checked = course.daybook("check")
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertEqual(course.leftovers(), [])

    def test_one_connection_carries_all_units_and_a_rejected_one_loses_no_other(self) -> None:
        course = self.course({"day01-broken": "int main() { return 4; }\n",
                              "day02-count": count_program()})
        done = course.daybook("record", "--via", self.server.launcher)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("results are here"), 1)
        self.assertIn("day01-broken/broken: rejected: run 1 should end with 0, and it did with 4",
                      done.stdout)
        self.assertEqual([name.split("/")[0] for name in course.runs()], ["day02-count"])

    def test_a_connection_that_is_refused_says_why_and_keeps_nothing(self) -> None:
        course = self.course({"day01-count": count_program()})
        wrong = self.server.launcher.replace(" -q ", " ").replace("/user ", "/host ")
        done = course.daybook("record", "day01-count", "--via", wrong)
        self.assertEqual(done.returncode, 2)
        self.assertIn("day01-count/count: failed", done.stderr)
        self.assertRegex(done.stdout, r"the recording ended with exit status 255: .*"
                                      r"Permission denied.*\[import-format\]")
        self.assertEqual(course.evidence() if (course.root / "evidence").exists() else [], [])

    def interrupt(self, number: int) -> None:
        course = self.course({"day01-wait": ""})
        course.write("src/day01-wait/wait.cpp", WAIT % {"own": course.folder / "runs",
                                                        "other": course.folder / "go"})
        recording = course.start("record", "--via", self.server.launcher)
        self.assertTrue(wait_until((course.folder / "runs").exists))
        self.assertEqual(len(waiting(course.folder)), 1)
        recording.send_signal(number)
        _, said = recording.communicate(timeout=60)
        if number == signal.SIGINT:
            self.assertEqual(recording.returncode, 2, said)
            self.assertIn("interrupted: units that had ended were kept", said)
        self.assertFalse((course.root / "evidence").exists())
        # The other side gives up too: the program waits on `go`, and nothing else can end it.
        self.assertTrue(wait_until(lambda: waiting(course.folder) == [], 60))
        (course.folder / "go").touch()
        again = course.daybook("record", "--via", self.server.launcher)
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.assertEqual(course.daybook("check").returncode, 0)

    def test_an_interrupted_recording_leaves_nothing_on_either_side(self) -> None:
        self.interrupt(signal.SIGINT)

    def test_a_killed_recording_leaves_nothing_on_either_side(self) -> None:
        self.interrupt(signal.SIGKILL)


def waiting(folder: pathlib.Path) -> list[str]:
    """What runs as ./wait on the other side, made for the course in `folder`: its program names it."""
    return [process.name for process in pathlib.Path("/proc").glob("[0-9]*")
            if read(process / "cmdline").split(b"\0")[0] == b"./wait"
            and str(folder).encode() in read(process / "exe")]


def read(file: pathlib.Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


if __name__ == "__main__":
    unittest.main()
