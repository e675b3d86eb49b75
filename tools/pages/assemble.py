#!/usr/bin/python3
"""Assembles the pages of a course from the fragments that `daybook weave` made.

Only pages out of date are made, and the published folder changes in one step, when all of them
are good and the command after --check has succeeded, which runs meanwhile. Exit status: 0 published,
1 something does not hold, 2 an input cannot be read.
"""
import gc

gc.disable()  # what a run makes it needs to its end
import argparse  # noqa: E402
import fcntl  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402

ENDS = (0, 1, 2)  # of daybook: it holds, it does not, it could not be seen


def read_arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="assemble.py", description="Assemble the pages of a course.", allow_abbrev=False,
        usage="%(prog)s --course FILE --site-sources DIR --out DIR --state FILE "
              "[--stamp FILE] [--drafts] [--check CMD… --] [--audit CMD… --] FRAGMENT…")
    parser.add_argument("--course", required=True, metavar="FILE", help="course.json")
    parser.add_argument("--site-sources", required=True, metavar="DIR",
                        help="the folder with templates/ and static/")
    parser.add_argument("--out", required=True, metavar="DIR", help="the published folder")
    parser.add_argument("--state", required=True, metavar="FILE",
                        help="what the last run knew; made when it is missing")
    parser.add_argument("--stamp", metavar="FILE",
                        help="a file to touch once the site is published")
    parser.add_argument("--drafts", action="store_true", help="show drafts too")
    parser.add_argument("fragments", nargs="*", metavar="FRAGMENT",
                        help="a fragment, or @FILE with one path a line")
    words, check = split_command(words, "--check")
    words, audit = split_command(words, "--audit")
    options = parser.parse_args(words)
    options.check, options.audit = check, audit
    options.fragments = list(expanded(options.fragments))
    if not options.fragments:
        parser.error("no fragment is named: there is nothing to publish")
    return options


def split_command(words: list[str], option: str) -> tuple[list[str], list[str]]:
    """The words between `option` and the next `--` are a command's."""
    if option not in words:
        return words, []
    start = words.index(option)
    end = words.index("--", start) if "--" in words[start:] else len(words)
    return words[:start] + words[end + 1:], words[start + 1:end]


def expanded(names: list[str]):
    for name in names:
        if name.startswith("@"):
            with open(name[1:], encoding="utf-8") as file:
                yield from (line for line in file.read().split("\n") if line)
        else:
            yield name


def main(words: list[str]) -> int:
    options = read_arguments(words)
    compiled = os.path.abspath(options.state.removesuffix(".json") + "-cache")
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    sys.dont_write_bytecode = False
    sys.pycache_prefix = compiled
    from command import Command
    check = Command(options.check)  # while what makes pages is loaded, and makes them
    sys.pycache_prefix = None  # Jinja2 is installed with its compiled files
    import jinja2  # noqa: F401
    sys.pycache_prefix = compiled
    from builder import Builder
    from trouble import UNREADABLE, Trouble
    try:
        with open(options.state + ".lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # two runs at once: one after the other
            builder = Builder(options.course, options.site_sources, options.out, options.state,
                              options.drafts)
            troubles = builder.build(options.fragments, options.audit, check)
            if options.stamp and not troubles and check.status() == 0:
                with open(options.stamp, "w", encoding="utf-8"):
                    pass
    except Trouble as trouble:
        troubles = [trouble]
    except OSError as error:
        troubles = [Trouble(error.filename or options.out, str(error.strerror),
                            expected="a file to read, a folder to write into, room on the disk",
                            found="none", mend="see to the file or the folder", status=UNREADABLE)]
    if check.status() not in ENDS:
        troubles.append(Trouble(options.check[0], "the check did not come to an end",
                                expected=f"exit status 0, 1 or 2 of {' '.join(options.check)}",
                                found=f"{check.status()}", mend="build again; see that it starts",
                                status=UNREADABLE))
    for trouble in troubles:
        print(trouble.text, file=sys.stderr)
    ends = [trouble.status for trouble in troubles]
    if check.status() in ENDS:
        ends.append(check.status())
    if max(ends) != 0 and os.path.isdir(options.out):
        print(f"{options.out}: the published site is left as it was", file=sys.stderr)
    return max(ends)


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # nothing is left to do, and taking everything apart takes as long as a page
