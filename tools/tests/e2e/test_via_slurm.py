"""Recording through a real Slurm: one node, its daemons started and stopped here."""

import os
import pwd
import signal
import socket
import subprocess
import unittest

from tiny_course import (WAIT, Daemons, TinyCourse, count_program, find_tool, free_port,
                         processes_of, wait_until)

NEEDED = ("munged", "slurmctld", "slurmd", "srun", "sinfo", "scancel", "squeue", "g++")

CONFIGURATION = """ClusterName=daybook
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
PropagateResourceLimits=NONE
ReturnToService=2
SchedulerParameters=sched_interval=1,sched_min_interval=0
KillWait=5
InactiveLimit=30
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


class Cluster:
    """munged, slurmctld and slurmd; `problem` says why they do not run."""

    def __init__(self) -> None:
        missing = [name for name in NEEDED if not find_tool(name)]
        self.problem = "not installed: " + ", ".join(missing) if missing else ""
        self.daemons = Daemons()
        self.folder = self.daemons.folder
        self.environment = {"SLURM_CONF": str(self.folder / "slurm.conf"),
                            "PATH": os.environ["PATH"] + ":/usr/sbin"}
        if not self.problem:
            self._start()

    def _start(self) -> None:
        folder = self.folder
        key = folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        for name in ("state", "spool"):
            (folder / name).mkdir()
        (folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().partition(".")[0], folder=folder,
            user=pwd.getpwuid(os.geteuid()).pw_name,
            controller_port=free_port(), node_port=free_port()))
        self.daemons.start(find_tool("munged"), "--foreground", "--force", f"--key-file={key}",
                           f"--socket={folder}/munge.socket", f"--pid-file={folder}/munged.pid",
                           f"--log-file={folder}/munged.log", f"--seed-file={folder}/munged.seed")
        if not wait_until((folder / "munge.socket").exists, 15):
            self.problem = "munged does not start: " + self.daemons.problem()
            return
        for name in ("slurmctld", "slurmd"):
            self.daemons.start(find_tool(name), "-D", **self.environment)
        if not wait_until(lambda: self.daemons.problem() or self.is_idle(), 40):
            self.problem = "the node does not come up"
        self.problem = self.daemons.problem() or self.problem

    def say(self, *words: str) -> str:
        return subprocess.run(words, env={**os.environ, **self.environment}, text=True,
                              capture_output=True, check=False).stdout.strip()

    def is_idle(self) -> bool:
        return self.say("sinfo", "-h", "-o", "%t") == "idle"

    def stop(self) -> None:
        if not self.problem:
            self.say("scancel", "--full", "--user=" + pwd.getpwuid(os.geteuid()).pw_name)
            wait_until(lambda: self.say("squeue", "-h") == "", 20)
        self.daemons.stop()


class ViaSlurm(unittest.TestCase):
    cluster: Cluster

    @classmethod
    def setUpClass(cls) -> None:
        cls.cluster = Cluster()
        if cls.cluster.problem:
            cls.cluster.stop()
            raise unittest.SkipTest("Slurm cannot start here: " + cls.cluster.problem)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.cluster.stop()

    def course(self, programs: dict[str, str]) -> TinyCourse:
        course = TinyCourse(programs)
        self.addCleanup(course.close)
        return course

    def waiting(self, course: TinyCourse, day: str, own: str, other: str) -> None:
        name = day.partition("-")[2]
        course.write(f"src/{day}/{name}.cpp", WAIT % {"own": course.folder / own,
                                                      "other": course.folder / other})

    def test_units_go_out_side_by_side_with_a_line_each(self) -> None:
        course = self.course({"day01-one": "", "day02-two": "", "day03-count": count_program()})
        # Each ends only once the other runs.
        self.waiting(course, "day01-one", "one-runs", "two-runs")
        self.waiting(course, "day02-two", "two-runs", "one-runs")
        done = course.daybook("record", "--via", "srun -n1 --quiet", **self.cluster.environment)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        lines = sorted(line for line in done.stderr.splitlines() if "results are here" in line)
        self.assertEqual(sorted(line.partition("] ")[2] for line in lines),
                         ["day01-one/one: results are here", "day02-two/two: results are here",
                          "day03-count/count: results are here"])
        self.assertEqual([line.partition("]")[0] for line in lines],
                         ["daybook: [1/3", "daybook: [2/3", "daybook: [3/3"])
        self.assertEqual(len(course.runs()), 3)
        self.assertEqual(course.daybook("status").returncode, 0)
        self.assertEqual(course.leftovers(), [])

    def test_one_that_fails_does_not_lose_the_others(self) -> None:
        course = self.course({f"day0{i}-count{i}": count_program() for i in (1, 2, 3)})
        # The second unit asks for more than any node has.
        launcher = course.folder / "srun"
        launcher.write_text('#!/bin/sh\ncat >"$0.$$"\nmore=\n'
                            'if grep -q count2.cpp "$0.$$"; then more=--mem=999999999; fi\n'
                            f'exec {find_tool("srun")} $more "$@" <"$0.$$"\n')
        launcher.chmod(0o755)
        done = course.daybook("record", "--via", f"{launcher} -n1", **self.cluster.environment)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("day02-count2/count2: failed", done.stderr)
        self.assertIn("[import-format]", done.stdout)
        self.assertEqual([name.split("/")[0] for name in course.runs()],
                         ["day01-count1", "day03-count3"])

    def test_a_unit_that_is_rejected_does_not_lose_the_others(self) -> None:
        course = self.course({"day01-broken": "int main() { return 4; }\n",
                              "day02-count": count_program()})
        done = course.daybook("record", "--via", "srun -n1", **self.cluster.environment)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("day01-broken/broken: rejected: run 1 should end with 0, and it did with 4",
                      done.stdout)
        self.assertEqual([name.split("/")[0] for name in course.runs()], ["day02-count"])

    def interrupt(self, number: int) -> tuple[TinyCourse, subprocess.Popen, str]:
        """Records a unit that ends and one that waits, and stops it once that one waits alone."""
        course = self.course({"day01-count": count_program(), "day02-wait": ""})
        self.waiting(course, "day02-wait", "runs", "go")
        recording = course.start("record", "--via", "srun -n1 --quiet", **self.cluster.environment)
        self.assertTrue(wait_until((course.folder / "runs").exists))
        self.assertTrue(wait_until(lambda: len(self.cluster.say("squeue", "-h").splitlines()) == 1))
        recording.send_signal(number)
        _, said = recording.communicate(timeout=60)
        return course, recording, said

    def go_on(self, course: TinyCourse) -> None:
        """Nothing half is there, no job goes on for nobody, and recording again just works."""
        self.assertEqual([name for name in course.evidence() if ".partial" in name], [])
        self.assertTrue(wait_until(lambda: self.cluster.say("squeue", "-h") == "", 60),
                        self.cluster.say("squeue"))
        self.assertTrue(wait_until(lambda: processes_of(course.folder) == []))
        (course.folder / "go").touch()
        again = course.daybook("record", "--via", "srun -n1", **self.cluster.environment)
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.assertEqual(course.daybook("check").returncode, 0)

    def test_an_interrupted_recording_keeps_what_had_ended_and_ends_its_jobs(self) -> None:
        course, recording, said = self.interrupt(signal.SIGINT)
        self.assertEqual(recording.returncode, 2, said)
        self.assertIn("interrupted: units that had ended were kept", said)
        self.assertEqual([name.split("/")[0] for name in course.runs()], ["day01-count"])
        # Slurm kills a cancelled job at once: what it had in the node's own folder is the node's.
        self.assertEqual([name for name in course.leftovers() if name.startswith("daybook")], [])
        self.go_on(course)

    def test_a_killed_recording_leaves_nothing_half_and_no_job(self) -> None:
        course, _, _ = self.interrupt(signal.SIGKILL)
        self.assertEqual(course.runs(), [])
        self.go_on(course)


if __name__ == "__main__":
    unittest.main()
