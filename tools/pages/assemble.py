#!/usr/bin/python3
"""Assembles the pages of a course from the fragments that `daybook weave` made.

Only pages out of date are made, and the published folder changes in one step, when all of them
are good. Exit status: 0 published, 1 something does not hold, 2 an input cannot be read.
"""
import argparse
import fcntl
import os
import sys

import jinja2  # noqa: F401  (before the prefix below, so that its own compiled files are used)


def read_arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="assemble.py", description="Assemble the pages of a course.", allow_abbrev=False,
        usage="%(prog)s --course FILE --site-sources DIR --out DIR --state FILE "
              "[--stamp FILE] [--drafts] [--audit CMD… --] FRAGMENT…")
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
    arguments, audit = split_audit(words)
    options = parser.parse_args(arguments)
    options.audit = audit
    options.fragments = list(expanded(options.fragments))
    if not options.fragments:
        parser.error("no fragment is named: there is nothing to publish")
    return options


def split_audit(words: list[str]) -> tuple[list[str], list[str]]:
    """The words between `--audit` and the next `--` are the audit's command."""
    if "--audit" not in words:
        return words, []
    start = words.index("--audit")
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
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.path.abspath(options.state.removesuffix(".json") + "-cache")
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from builder import Builder
    from trouble import Trouble
    try:
        with open(options.state + ".lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # two runs at once: one after the other
            builder = Builder(options.course, options.site_sources, options.out, options.state,
                              options.drafts)
            troubles = builder.build(options.fragments, options.audit)
            if options.stamp and not troubles:
                with open(options.stamp, "w", encoding="utf-8"):
                    pass
    except Trouble as trouble:
        troubles = [trouble]
    except OSError as error:
        print(f"{error.filename or options.out}: error: {error.strerror}\n"
              "mend: make the file readable, the folder writable, or room on the disk",
              file=sys.stderr)
        return 2
    for trouble in troubles:
        print(trouble.text, file=sys.stderr)
    return max((trouble.status for trouble in troubles), default=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
