"""A lesson's prose made ready for its page: links to other pages, boxes that scroll."""
import re
from html import unescape
from typing import Callable, Optional
from urllib.parse import unquote

from markupsafe import Markup

import address
from course import Catalogue

LESSON = re.compile(r"(?:\.\./)?([^/]+)/lesson(?:\.[A-Za-z-]+)?\.md")
OWN_LESSON = re.compile(r"lesson(?:\.[A-Za-z-]+)?\.md")
GLOSSARY = re.compile(r"(?:\.\./)?glossary(?:\.[A-Za-z-]+)?\.md")
SOURCE = re.compile(r"(?:\.\./)+(src/([^/]+)/.+)")
LINK = re.compile(r'<a href="([^"]+)"([^>]*)>(.*?)</a>', re.S)
WIDE = re.compile(r'<pre\b|<table\b[^>]*>|</table>| role="doc-endnote"(?=>)')
CLOSING = {"</table>": "</table></div>",
           ' role="doc-endnote"': ""}  # deprecated since ARIA 1.2; Pandoc still writes it
SECTION = re.compile(r'<h([2-6])\b[^>]*\bid="([^"]*)"[^>]*>.*?</h\1>', re.S)
HEADING = re.compile(r"\s*(<h1\b.*?</h1>)", re.S)


class Links:
    """Resolves the links of one lesson to pages of the site, in its own language if it can."""

    def __init__(self, catalogue: Catalogue, entry: dict) -> None:
        self._catalogue = catalogue
        self._entry = entry
        self._page = catalogue.page_of(entry)

    def resolved(self) -> dict[str, list[str]]:
        """Every link of the entry that names a lesson, a term or a source: [address, language].

        The address is empty where no such page is published.
        """
        found = ((href, self.resolve(href)) for href in self._entry["links"])
        return {href: target for href, target in found if target is not None}

    def terms(self) -> list[list[str]]:
        """The glossary's terms that the lesson links to: id, name, definition, address."""
        glossary = self._catalogue.best(address.GLOSSARY, self._entry["language"])
        if glossary is None or self._entry["day"] == address.GLOSSARY:
            return []
        terms = {}
        for href in self._entry["links"]:
            path, _, name = href.partition("#")
            if GLOSSARY.fullmatch(path) and name:
                name = self._anchor(unquote(name), glossary)
                if name in glossary["terms"]:
                    terms[name] = [name, *glossary["terms"][name], self._to(glossary, name)]
        return list(terms.values())

    def resolve(self, href: str) -> Optional[list[str]]:
        """None for a link that is none of the course's own."""
        path, _, anchor = href.partition("#")
        path = unquote(path)
        if source := SOURCE.fullmatch(path):
            return self._to_source(source[1], source[2])
        day = self._day_of(path)
        if day is None:
            return None
        target = self._catalogue.best(day, self._entry["language"])
        if target is None:
            return ["", ""]
        name = self._anchor(unquote(anchor), target) if anchor else ""
        return [self._to(target, name), target["language"]]

    def _day_of(self, path: str) -> Optional[str]:
        if GLOSSARY.fullmatch(path):
            return address.GLOSSARY
        if OWN_LESSON.fullmatch(path):
            return self._entry["day"]
        lesson = LESSON.fullmatch(path)
        return lesson[1] if lesson else None

    def _to(self, target: dict, anchor: str) -> str:
        page = self._catalogue.page_of(target)
        if page == self._page and anchor:
            return "#" + anchor
        return address.link(self._page, page) + ("#" + anchor if anchor else "")

    def _to_source(self, source: str, day: str) -> Optional[list[str]]:
        for language in (self._entry["language"], self._catalogue.original):
            target = self._catalogue.exact(day, language)
            if target and source in target["programs"]:
                listing = address.beside(self._catalogue.page_of(target),
                                         target["programs"][source] + ".html")
                return [address.link(self._page, listing), target["language"]]
        return ["", ""]

    def _anchor(self, name: str, target: dict) -> str:
        """A section's id on the target page; a translation's sections pair with the original's."""
        if name in target["headings"]:
            return name
        for other in self._catalogue.languages_of(target["day"]):
            ids = self._catalogue.exact(target["day"], other)["headings"]
            if name in ids and len(ids) == len(target["headings"]):
                return target["headings"][ids.index(name)]
        return ""


def split_heading(html: str) -> tuple[str, str]:
    """The lesson's own first heading, or nothing, and the prose after it."""
    match = HEADING.match(html)
    return (match[1], html[match.end():]) if match else ("", html)


def with_links(html: str, resolved: dict[str, list[str]], language: str) -> str:
    """Links by file name become links between pages; one without a page becomes its text."""
    def replaced(match: re.Match) -> str:
        target = resolved.get(match[1])
        if target is None:
            return match[0]
        href, spoken = target
        if not href:
            return match[3]
        other = "" if spoken == language else f' hreflang="{spoken}"'
        return f'<a href="{href}"{match[2]}{other}>{match[3]}</a>'

    return LINK.sub(replaced, html) if resolved else html


def with_notes(html: str, notes: list[dict], link: str, language: str) -> str:
    """What the reader of a translation should know, each note below its section's heading.

    `language` is the original's, to which every note links; "" when it is not published.
    """
    def shown(section: str) -> str:
        return "".join(one(note) for note in notes if note["section"] == section)

    def one(note: dict) -> str:
        to_original = Markup(' <a href="{}" hreflang="{}">{}</a>').format(
            note["href"], language, link) if language else ""
        return Markup('\n<p class="notes" role="note" data-decoration>{}{}</p>').format(
            note["text"], to_original)

    if not notes:
        return html
    return shown("") + SECTION.sub(lambda match: match[0] + shown(unescape(match[2])), html)


def with_boxes(html: str, label: Callable[[str, int], str]) -> str:
    """Code and tables that are no quotes scroll in boxes that the keyboard reaches."""
    count = {"code": 0, "table": 0}

    def boxed(match: re.Match) -> str:
        if match[0] in CLOSING:
            return CLOSING[match[0]]
        kind = "code" if match[0] == "<pre" else "table"
        count[kind] += 1
        name = label(kind, count[kind])
        focus = f'tabindex="0" role="region" aria-label="{name}"'
        return f"<pre {focus}" if kind == "code" else f'<div class="scroll" {focus}>{match[0]}'

    return WIDE.sub(boxed, html)
