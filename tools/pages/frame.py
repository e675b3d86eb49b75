"""What every page shares: title, language, navigation, the same page in other languages."""
from typing import Callable
from urllib.parse import urlencode

import address
from course import Catalogue
from words import words_of


def frame_of(catalogue: Catalogue, path: str, language: str, title: str, summary: str,
             twin: Callable[[str], str], runs: tuple[str, ...] = ()) -> dict:
    """The template's `page`, `words` and `course`.

    `twin` names this page's path in another language, or "" where it has none.
    """
    course, folder = catalogue.course, address.folder_of(language, catalogue.original)
    words = words_of(language)

    def to(target: str) -> str:
        return address.link(path, target)

    paths = {each: path if each == language else twin(each) for each in catalogue.languages}
    glossary = catalogue.best(address.GLOSSARY, language)
    return {
        "words": words,
        "course": {"title": catalogue.title(language), "version": course["version"],
                   "repository": course["repository"], "site": course["site"]},
        "page": {
            "path": path, "language": language, "title": title, "summary": summary,
            "home": to(folder + "index.html"), "claims": to(folder + "claims.html"),
            "glossary": to(catalogue.page_of(glossary)) if glossary else "",
            "style": to("static/daybook.css"), "switch": to("static/switch.js"), "icon": to("static/icon.svg"),
            "feed": to("feed.xml") if course["site"] else "",
            "languages": [{"code": each, "name": words_of(each)["language_name"],
                           "href": to(paths[each]), "here": each == language, "sections": []}
                          for each in paths if paths[each]],
            "addresses": addresses(course["site"], paths),
            "address": address.absolute(course["site"], path) if course["site"] else "",
            "wrong": issue_form(course, words, title, path, runs),
        },
    }


def addresses(site: str, paths: dict[str, str]) -> dict[str, str]:
    """Public addresses by language; none without a site or without a translation."""
    known = {each: path for each, path in paths.items() if path}
    if not site or len(known) < 2:
        return {}
    return {each: address.absolute(site, path) for each, path in known.items()}


def issue_form(course: dict, words: dict, title: str, path: str, runs: tuple[str, ...]) -> str:
    """The repository's form for a new issue, with page and runs filled in."""
    if not course["repository"]:
        return ""
    body = words["wrong_body"].format(page=path, runs=", ".join(runs) or "-")
    return course["repository"].rstrip("/") + "/issues/new?" + urlencode(
        {"title": words["wrong_title"].format(title=title), "body": body})
