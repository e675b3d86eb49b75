"""One lesson in one language as the core wove it, and the little that other pages need of it."""
import hashlib
import json
import re
from contextlib import contextmanager
from typing import Iterator

from markupsafe import Markup

import address
from substitution import TOKEN
from trouble import UNREADABLE, Trouble

SCHEMA = 1
KEYS = ("day", "number", "language", "title", "draft", "summary", "needs", "html", "headings",
        "substitutions", "origins", "claims", "programs", "runs", "warnings", "notes")
# A translation that nobody has written yet: it makes no page.
NOT_WRITTEN = {"number": 0, "title": "", "draft": False, "summary": "", "needs": [], "html": "",
               "headings": [], "substitutions": [], "origins": [], "claims": [], "programs": [],
               "runs": [], "warnings": [], "notes": []}
TERM = re.compile(r'<h[2-6][^>]*\bid="([^"]+)"[^>]*>(.*?)</h[2-6]>\s*<p>(.*?)</p>', re.S)
ANCHOR = re.compile(r"</?a\b[^>]*>")
HREF = re.compile(r'<a href="([^"]+)"')


def load_fragment(path: str) -> dict:
    try:
        with open(path, encoding="utf-8") as file:
            fragment = json.load(file)
    except (OSError, ValueError) as error:
        raise Trouble(path, "the fragment cannot be read", expected="a JSON object",
                      found=str(error), mend="build the lesson's fragment again",
                      status=UNREADABLE) from error
    if fragment.get("schema") != SCHEMA:
        raise Trouble(path, "the fragment is of another version", expected=f"schema {SCHEMA}",
                      found=f"schema {fragment.get('schema')}",
                      mend="build the lesson's fragment again", status=UNREADABLE)
    if fragment.get("missing"):
        return NOT_WRITTEN | fragment
    missing = [key for key in KEYS if key not in fragment]
    if missing:
        raise Trouble(path, "the fragment is not whole", expected=", ".join(KEYS),
                      found="no " + ", ".join(missing),
                      mend="build the lesson's fragment again", status=UNREADABLE)
    return fragment


@contextmanager
def naming_what_lacks(path: str) -> Iterator[None]:
    """Inside, a key that the fragment lacks is a Trouble that names it."""
    try:
        yield
    except KeyError as error:
        raise Trouble(path, f"the fragment lacks {error}", expected=f"a value for {error}",
                      found="none", mend="build the lesson's fragment again",
                      status=UNREADABLE) from error


def entry_of(fragment: dict) -> dict:
    """What the index, the claims and the neighbours' pages need; kept in the state file."""
    return {
        "day": fragment["day"],
        "missing": fragment.get("missing", False),
        "number": fragment["number"],
        "language": fragment["language"],
        "title": fragment["title"],
        "draft": fragment["draft"],
        "summary": fragment["summary"],
        "needs": fragment["needs"],
        "gpus": list(dict.fromkeys(origin["gpu"] for origin in fragment["origins"])),
        "date": max((origin["date"] for origin in fragment["origins"]), default=""),
        "headings": [heading["id"] for heading in fragment["headings"]],
        "links": sorted({href for href in HREF.findall(fragment["html"]) if ".md" in href
                         or "/src/" in href}),
        "programs": {program["source"]: program["name"] for program in fragment["programs"]},
        "pages": [program["name"] + ".html" for program in fragment["programs"]]
                 + [address.run_page("", run["unit"], run["run"]) for run in fragment["runs"]],
        "terms": terms_of(fragment) if fragment["day"] == address.GLOSSARY else {},
        "claims": len(fragment["claims"]),
        "claims_digest": digest_of(fragment["claims"]),
    }


def terms_of(fragment: dict) -> dict[str, list[str]]:
    """Each term of the glossary: its id, its name in text, its definition in HTML without links."""
    quotes = {each["token"]: Markup(each["html"]).striptags()
              for each in fragment["substitutions"]}

    def plain(match: re.Match) -> str:
        return str(Markup.escape(quotes.get(match[0], "")))

    return {name: [Markup(term).striptags(), TOKEN.sub(plain, ANCHOR.sub("", definition))]
            for name, term, definition in TERM.findall(fragment["html"])}


def digest_of(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:20]
