"""Where each page lives in the site, and how one page links to another by file name."""
import posixpath
from urllib.parse import quote

GLOSSARY = "glossary"


def folder_of(language: str, original: str) -> str:
    """The original language lives at the root, every other in a folder of its own."""
    return "" if language == original else f"{language}/"


def lesson_page(day: str, language: str, original: str) -> str:
    folder = folder_of(language, original)
    return f"{folder}glossary.html" if day == GLOSSARY else f"{folder}{day}/index.html"


def beside(page: str, name: str) -> str:
    """The path of a file in the folder of `page`."""
    return posixpath.join(posixpath.dirname(page), name)


def run_page(lesson: str, unit: str, run: str) -> str:
    return beside(lesson, f"runs/{unit}/{run}/index.html")


def link(page: str, target: str) -> str:
    """A relative address, percent-encoded, from one page to another; both are site paths."""
    return quote(_relative(page, target), safe="/+~=,@()!'")


def rebase(href: str, page: str, seen_from: str) -> str:
    """The address `href` of `page`, rewritten to work on the page `seen_from`.

    It is percent-encoded already and may carry a fragment; other sites' addresses stay.
    """
    if ":" in href.split("/", 1)[0]:
        return href
    path, hash_sign, fragment = href.partition("#")
    folder = quote(posixpath.dirname(page), safe="/+~=,@()!'")
    target = posixpath.normpath(posixpath.join(folder, path)) if path else page
    return _relative(seen_from, target) + hash_sign + fragment


def absolute(site: str, page: str) -> str:
    """The public address of a page; an index page's is its folder's."""
    is_index = page == "index.html" or page.endswith("/index.html")
    return site.rstrip("/") + "/" + quote(page.removesuffix("index.html") if is_index else page)


def _relative(page: str, target: str) -> str:
    here, there = page.split("/")[:-1], target.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    return "../" * (len(here) - shared) + "/".join(there[shared:])
