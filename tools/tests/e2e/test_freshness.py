"""What an edit of a recorded program means for its run, on the real day 36, with the toolkit here
and without one."""

import json
import os
import pathlib
import shutil
import tempfile
import unittest

from workplace import Workplace

DAY = "day36-merge-path"
PROGRAM = f"src/{DAY}/merge_path.cu"
USUAL = [os.environ.get("CUDA_HOME", ""), "/usr/local/cuda"]
NVCC = shutil.which("nvcc") or next(
    (f"{home}/bin/nvcc" for home in USUAL if home and os.access(f"{home}/bin/nvcc", os.X_OK)), "")

RENAMED = ("  const size_t thread = globalThread();\n  if (thread >= slices) return;",
           "  const size_t lane = globalThread();\n  if (lane >= slices) return;")
RENAMED_USES = ("  const size_t slice = thread * stride % slices;\n  splits[thread] =",
                "  const size_t slice = lane * stride % slices;\n  splits[lane] =")
MESSAGE = ('"a block must be a whole number of warps"', '"blocks must be whole warps"')
KERNEL = ("thread * stride % slices;\n  splits", "(thread * stride + 1) % slices;\n  splits")


class Freshness(unittest.TestCase):
    def setUp(self) -> None:
        self.place = Workplace()
        self.addCleanup(self.place.close)
        folder = tempfile.TemporaryDirectory(prefix="daybook.")
        self.addCleanup(folder.cleanup)
        self.tools = pathlib.Path(folder.name)

    def compiler(self, script: str) -> None:
        """Puts an nvcc of the test's own before any other."""
        (self.tools / "nvcc").write_text("#!/bin/sh\n" + script + "\n")
        (self.tools / "nvcc").chmod(0o755)

    def without_compiler(self) -> None:
        self.compiler("exit 127")

    def daybook(self, *words: str):
        environment = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}"}
        return self.place.daybook(*words, env=environment)

    def state(self) -> dict:
        done = self.daybook("status", DAY, "--format=json")
        return json.loads(done.stdout)["units"][0]

    def edit(self, *edits: tuple[str, str]) -> int:
        line = 0
        for old, new in edits:
            line = self.place.replace(PROGRAM, old, new)
        return line

    def assert_ends(self, status: int, strict: int) -> str:
        """How `check` ends once the lesson quotes the program again."""
        updated = self.daybook("update", DAY)
        self.assertIn(updated.returncode, (0, 1), updated.stdout + updated.stderr)
        done = self.daybook("check", DAY)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        again = self.daybook("check", "--strict", DAY)
        self.assertEqual(again.returncode, strict, again.stdout + again.stderr)
        return done.stdout

    def assert_stale(self, old: str, new: str, edit: tuple[str, str]) -> None:
        """Stale, with the first differing token where the run has it and where the source has it."""
        recorded = self.place.line_of(PROGRAM, edit[0])
        now = self.edit(edit)
        unit = self.state()
        self.assertEqual(unit["state"], "stale", unit)
        self.assertRegex(unit["recorded"], rf"^evidence/{DAY}/merge_path/.*/merge_path.cu:"
                                           rf"{recorded}:\d+: '.*{old}.*'$")
        self.assertRegex(unit["now"], rf"^{PROGRAM}:{now}:\d+: '.*{new}.*'$")
        self.assertEqual(unit["mend"], f"daybook record {DAY} merge_path")
        found = self.assert_ends(1, 1)
        self.assertIn("  recorded  " + unit["recorded"], found)
        self.assertIn("  now       " + unit["now"], found)

    def test_a_comment_is_cosmetic_with_and_without_a_compiler(self) -> None:
        self.without_compiler()
        self.edit(("int main() {", "// The outline.\nint main() {"))
        self.assertEqual(self.state()["state"], "cosmetic")
        self.place.replace(PROGRAM, "int main() {", "int main()\n{")
        self.assertEqual(self.state()["state"], "cosmetic")

    def test_another_toolkit_changes_nothing_for_a_fresh_or_cosmetic_run(self) -> None:
        self.compiler('if [ "$1" = --version ]; then echo "release 99.9, V99.9.9"; exit 0; fi\n'
                      "echo 'error: no such architecture' >&2; exit 1")
        self.assertIn(self.state()["state"], ("fresh", "cosmetic"))
        self.edit(("int main() {", "// The outline.\nint main() {"))
        self.assertEqual(self.state()["state"], "cosmetic")

    def test_a_toolkit_that_cannot_compile_the_recorded_source_proves_nothing(self) -> None:
        self.compiler('if [ "$1" = --version ]; then echo "release 99.9, V99.9.9"; exit 0; fi\n'
                      "echo 'error: no such architecture' >&2; exit 1")
        self.edit(KERNEL)
        unit = self.state()
        self.assertEqual(unit["state"], "unknown")
        self.assertIn("the nvcc here does not compile the recorded source", unit["reason"])

    def test_device_code_without_a_compiler_is_not_proved(self) -> None:
        self.without_compiler()
        self.edit(KERNEL)
        unit = self.state()
        self.assertEqual(unit["state"], "unknown")
        self.assertIn("there is no nvcc here", unit["reason"])
        self.assertIn("[evidence-unknown]", self.assert_ends(0, 2))

    def test_what_the_host_sees_is_stale_without_asking_a_compiler(self) -> None:
        self.without_compiler()
        for old, new, edit in [("GB/s", "GB per s",
                                ("  time (ms)      GB/s\\n", "  time (ms)  GB per s\\n")),
                               ("256", "128", ("kBlock = 256;", "kBlock = 128;")),
                               ("10", "20", ("kTimedRuns = 10;", "kTimedRuns = 20;"))]:
            with self.subTest(new):
                before = self.place.read(PROGRAM)
                if "kTimedRuns" in edit[0]:
                    # House text: without its one true copy `update` would bring the old one back.
                    self.place.replace("snippets/event-timer.cuh", *edit)
                self.assert_stale(old, new, edit)
                self.place.write(PROGRAM, before)

    def test_another_build_command_is_stale(self) -> None:
        self.without_compiler()
        self.place.replace("course.yaml", "-O3", "-O2")
        unit = self.state()
        self.assertEqual(unit["state"], "stale")
        self.assertIn("-O3", unit["reason"])
        self.assertIn("-O2", unit["reason"])
        self.assert_ends(1, 1)

    @unittest.skipUnless(NVCC, "there is no nvcc here")
    def test_the_same_machine_code_from_other_words_is_a_warning(self) -> None:
        self.edit(RENAMED, RENAMED_USES, MESSAGE)
        unit = self.state()
        self.assertEqual(unit["state"], "same-code", unit)
        self.assertIn("its machine code is the same", unit["reason"])
        self.assertIn("[evidence-same-code]", self.assert_ends(0, 1))

    @unittest.skipUnless(NVCC, "there is no nvcc here")
    def test_other_machine_code_is_stale(self) -> None:
        self.assert_stale("thread", r"\(", KERNEL)
        self.assertEqual(self.state()["reason"], "the machine code changed")

    @unittest.skipUnless(NVCC, "there is no nvcc here")
    def test_a_kernel_that_does_not_compile_any_more_is_stale(self) -> None:
        self.edit((KERNEL[0], KERNEL[0].replace("stride", "strides")))
        unit = self.state()
        self.assertEqual(unit["state"], "stale")
        self.assertEqual(unit["reason"], "the source does not compile any more")


if __name__ == "__main__":
    unittest.main()
