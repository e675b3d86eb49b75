"""Signed evidence: who signed, what a signature covers, and what happens when it does not hold."""

import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from tiny_course import TinyCourse, count_program, find_tool

DAY = "day01-count"
NAMESPACE = 'namespaces="daybook-evidence"'


def setUpModule() -> None:
    missing = [name for name in ("ssh-keygen", "g++") if not find_tool(name)]
    if missing:
        raise unittest.SkipTest("not installed: " + ", ".join(missing))


def days_from_now(days: int) -> str:
    now = datetime.datetime.now(datetime.timezone.utc)
    return (now + datetime.timedelta(days=days)).strftime("%Y%m%d")


class Signatures(unittest.TestCase):
    course: TinyCourse
    clock: dict[str, str]

    def setUp(self) -> None:
        self.course = TinyCourse({DAY: count_program()})
        self.addCleanup(self.course.close)
        self.clock = {}
        self.key = self.make_key("key")
        self.allow("ada@example.org", self.key)

    def make_key(self, name: str) -> pathlib.Path:
        key = self.course.folder / name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        return key

    def stop_clock(self, minute: int) -> None:
        """What is recorded at one minute of this clock is the very same, its times too."""
        self.course.write("../clock/date", "#!/bin/sh\n"
                          f"exec /bin/date --date '2026-12-01 08:{minute:02d}Z' \"$@\"\n")
        (self.course.folder / "clock/date").chmod(0o755)
        self.clock = {"PATH": f"{self.course.folder / 'clock'}:{os.environ['PATH']}"}

    def allow(self, who: str, key: pathlib.Path, options: str = NAMESPACE) -> None:
        kind, public = key.with_suffix(".pub").read_text().split()[:2]
        self.course.write("evidence/allowed_signers", f"{who} {options} {kind} {public}\n")

    def record(self, *more: str) -> pathlib.Path:
        done = self.course.daybook("record", DAY, *more, **self.clock)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return self.course.root / "evidence" / self.course.runs()[-1]

    def signed(self) -> pathlib.Path:
        return self.record("--sign", str(self.key))

    def status(self) -> str:
        return self.course.daybook("status").stdout

    def accept_signed_only(self) -> None:
        path = self.course.root / "course.yaml"
        path.write_text(path.read_text() + "accept: signed\n")

    def assert_holds(self) -> None:
        done = self.course.daybook("check")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def assert_found(self, message: str, finding: str) -> None:
        """An error, told at each of two checks: no cached verdict hides it."""
        for _ in range(2):
            done = self.course.daybook("check")
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertRegex(done.stdout, re.compile(rf"error: .*{message}.*\[{finding}\]$",
                                                     re.MULTILINE))

    def assert_bad(self, reason: str) -> None:
        self.assert_found("the signature does not hold: " + reason, "evidence-signature")
        self.assertNotIn("signed by", self.status())

    def test_a_signed_run_names_its_signer_and_an_unsigned_one_says_so(self) -> None:
        self.stop_clock(0)
        run = self.record()
        self.assertFalse((run / "SHA256SUMS.sig").exists())
        self.assertIn(f"fresh  {run.name}  unsigned", self.status())
        self.assertIn("signature unsigned", self.course.daybook("status", DAY).stdout)
        self.stop_clock(1)
        run = self.signed()
        self.assertTrue(run.name.endswith("-cpu-2"))
        self.assertIn(f"fresh  {run.name}  signed by ada@example.org", self.status())
        self.assert_holds()

    def test_the_very_run_that_is_there_is_signed_where_it_is(self) -> None:
        self.stop_clock(0)
        run = self.record()
        before = {path.name: path.read_bytes() for path in run.iterdir()}
        done = self.course.daybook("record", DAY, "--sign", str(self.key), **self.clock)
        self.assertIn(f"was there already, signed now, evidence/{DAY}/count/{run.name}\n",
                      done.stdout)
        self.assertEqual(len(self.course.runs()), 1)
        signature = (run / "SHA256SUMS.sig").read_bytes()
        self.assertIn(f"fresh  {run.name}  signed by ada@example.org", self.status())
        self.assertEqual({path.name: path.read_bytes() for path in run.iterdir()},
                         {**before, "SHA256SUMS.sig": signature})
        self.signed()
        self.assertEqual((run / "SHA256SUMS.sig").read_bytes(), signature)

    def test_import_signs_too(self) -> None:
        bundle, out = self.course.folder / "bundle", self.course.folder / "out"
        self.course.daybook("record", DAY, "--bundle", str(bundle))
        subprocess.run(["sh", bundle / "run.sh", "-o", out], check=True, capture_output=True,
                       stdin=subprocess.DEVNULL)
        done = self.course.daybook("import", str(out / "results.tar.gz"), "--sign", str(self.key))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("signed by ada@example.org", self.status())

    def test_a_key_that_is_not_there_records_nothing(self) -> None:
        done = self.course.daybook("record", DAY, "--sign", "no-such-key")
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot be signed with", done.stderr)
        self.assertEqual(self.course.runs(), [])

    def test_a_course_that_accepts_signed_evidence_only(self) -> None:
        self.accept_signed_only()
        run = self.record()
        self.assert_found(f"the run evidence/{DAY}/count/{run.name} is not signed",
                          "evidence-unsigned")
        self.signed()
        self.assert_holds()

    def test_a_digit_changed_in_a_transcript_is_found_by_its_digest(self) -> None:
        run = self.signed()
        self.assert_holds()
        path = run / "run-2.txt"
        path.write_text(path.read_text().replace("1.", "7.", 1))
        self.assert_found("the file is not the one recorded", "evidence-digest")

    def test_a_digit_changed_in_the_provenance_is_found_by_its_digest(self) -> None:
        run = self.signed()
        self.assert_holds()
        path = run / "provenance.json"
        path.write_text(path.read_text().replace('"median": "1.', '"median": "7.', 1))
        self.assert_found("the file is not the one recorded", "evidence-digest")

    def reseal(self, run: pathlib.Path) -> None:
        """What a forger without the key does: every digest fits again."""
        def digest(name: str) -> str:
            return hashlib.sha256((run / name).read_bytes()).hexdigest()
        statement = json.loads((run / "provenance.json").read_text())
        for subject in statement["subject"]:
            subject["digest"]["sha256"] = digest(subject["name"])
        (run / "provenance.json").write_text(json.dumps(statement, indent=2) + "\n")
        names = [line[66:] for line in (run / "SHA256SUMS").read_text().splitlines()]
        (run / "SHA256SUMS").write_text("".join(f"{digest(name)}  {name}\n" for name in names))

    def test_a_change_with_all_digests_made_again_is_found_by_the_signature(self) -> None:
        run = self.signed()
        self.assert_holds()
        path = run / "run-2.txt"
        path.write_text(path.read_text().replace("1.", "7.", 1))
        self.reseal(run)
        self.assert_bad("SHA256SUMS is not what 'ada@example.org' signed")

    def test_the_same_without_a_signature_is_accepted_only_where_unsigned_runs_are(self) -> None:
        run = self.record()
        self.reseal(run)
        self.assert_holds()
        self.accept_signed_only()
        self.assert_found("is not signed", "evidence-unsigned")

    def test_a_signature_removed_leaves_an_unsigned_run(self) -> None:
        run = self.signed()
        (run / "SHA256SUMS.sig").unlink()
        self.assert_holds()
        self.assertIn("unsigned", self.status())
        self.accept_signed_only()
        self.assert_found("is not signed", "evidence-unsigned")

    def test_an_unknown_signer(self) -> None:
        self.record("--sign", str(self.make_key("another")))
        self.assert_bad("no allowed signer made this signature")

    def test_no_file_of_allowed_signers(self) -> None:
        self.signed()
        self.assert_holds()
        (self.course.root / "evidence/allowed_signers").unlink()
        self.assert_bad("no allowed signer made this signature")

    def test_a_signer_struck_off_the_list_and_put_back(self) -> None:
        self.signed()
        self.assert_holds()
        self.allow("ada@example.org", self.make_key("another"))
        self.assert_bad("no allowed signer made this signature")
        self.allow("ada@example.org", self.key)
        self.assert_holds()

    def test_a_key_listed_for_something_else(self) -> None:
        self.signed()
        self.allow("ada@example.org", self.key, 'namespaces="git"')
        self.assert_bad("SHA256SUMS is not what 'ada@example.org' signed as evidence")

    def test_a_key_listed_for_two_names_of_which_one_signs_evidence(self) -> None:
        self.signed()
        self.allow("ada@example.org", self.key, 'namespaces="git"')
        first = (self.course.root / "evidence/allowed_signers").read_text()
        self.allow("grace@example.org", self.key)
        path = self.course.root / "evidence/allowed_signers"
        path.write_text(first + path.read_text())
        self.assert_holds()
        self.assertIn("signed by grace@example.org", self.status())

    def test_the_times_of_the_list_are_held_against_the_end_of_the_run(self) -> None:
        self.signed()
        for options, holds in [(f'valid-after="{days_from_now(-9)}"', True),
                               (f'valid-before="{days_from_now(9)}"', True),
                               (f'valid-after="{days_from_now(9)}"', False),
                               (f'valid-before="{days_from_now(-9)}"', False)]:
            with self.subTest(options):
                self.allow("ada@example.org", self.key, f"{NAMESPACE},{options}")
                if holds:
                    self.assert_holds()
                else:
                    self.assert_bad("no allowed signer made this signature")

    def test_a_key_that_expired_after_the_run_still_speaks_for_it(self) -> None:
        """The run is moved into the past; today the key is long expired."""
        run = self.record()
        path = run / "provenance.json"
        path.write_text(re.sub(r'"(started|ended)": "20\d\d', r'"\1": "2021', path.read_text()))
        self.reseal(run)
        subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-n", "daybook-evidence", "-f", self.key,
                        run / "SHA256SUMS"], check=True, capture_output=True)
        self.allow("ada@example.org", self.key,
                   NAMESPACE + ',valid-after="20200101",valid-before="20220101"')
        self.assert_holds()
        self.assertIn("signed by ada@example.org", self.status())
        self.allow("ada@example.org", self.key, NAMESPACE + ',valid-after="20220101"')
        self.assert_bad("no allowed signer made this signature")

    def test_a_signature_that_is_none(self) -> None:
        run = self.signed()
        (run / "SHA256SUMS.sig").write_text("nothing\n")
        self.assert_bad("no allowed signer made this signature")

    def test_without_ssh_keygen_a_signature_is_not_proved(self) -> None:
        self.signed()
        shutil.rmtree(self.course.root / "build/signatures", ignore_errors=True)
        tools = self.course.folder / "bin"
        tools.mkdir()
        for name in ("sh", "g++"):
            os.symlink(find_tool(name), tools / name)
        done = self.course.daybook("check", PATH=str(tools))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("the signature could not be checked: there is no ssh-keygen here",
                      done.stdout)
        self.assertEqual(self.course.daybook("check", "--strict", PATH=str(tools)).returncode, 2)
        self.assertIn("signature not proved", self.course.daybook("status", PATH=str(tools)).stdout)


if __name__ == "__main__":
    unittest.main()
