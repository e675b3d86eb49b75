"""The pages made of many lessons: index, claims, the missing page, sitemap, feed."""
from typing import Callable

import address
from course import Catalogue
from frame import addresses, frame_of
from lesson_pages import Page
from words import words_of

ClaimsOf = Callable[[dict], list]


def shared_pages(catalogue: Catalogue) -> list[Page]:
    """Every page of many lessons but the claims, whose values are fetched only when needed."""
    pages = [_index(catalogue, language) for language in catalogue.languages]
    pages.append(_missing(catalogue))
    if catalogue.course["site"]:
        pages += [_sitemap(catalogue), _feed(catalogue)]
    return pages


def claims_pages(catalogue: Catalogue) -> list[Page]:
    """The claims pages with, in place of each lesson's claims, their digest."""
    return [_claims(catalogue, language) for language in catalogue.languages]


def with_claims(page: Page, claims_of: ClaimsOf) -> Page:
    """The claims page with its claims, their links made to work from there."""
    modules = [{**module, "lessons": [
        {**lesson, "claims": [_seen_from(page.path, lesson["page"], claim)
                              for claim in claims_of(lesson["entry"])]}
        for lesson in module["lessons"]]} for module in page.values["modules"]]
    return Page(page.path, page.template, {**page.values, "modules": modules})


def _index(catalogue: Catalogue, language: str) -> Page:
    path = _top(catalogue, language, "index.html")
    modules = [{"title": title, "lessons": [_listed(catalogue, path, language, entry)
                                            for entry in lessons]}
               for title, lessons in catalogue.modules(language)]
    lessons = [lesson for module in modules for lesson in module["lessons"]]
    gpus = dict.fromkeys(gpu for lesson in lessons for gpu in lesson["gpus"])
    values = _frame(catalogue, path, language, "index.html", catalogue.title(language),
                    words_of(language)["index_lead"]) | {
        "modules": modules, "gpus": list(gpus), "lessons": len(lessons),
        "claims": sum(lesson["claims"] for lesson in lessons)}
    return Page(path, "index.html", values)


def _claims(catalogue: Catalogue, language: str) -> Page:
    path = _top(catalogue, language, "claims.html")
    modules = []
    for title, lessons in catalogue.modules(language):
        claiming = [{"page": catalogue.page_of(entry), "entry": entry,
                     "digest": entry["claims_digest"],
                     **_listed(catalogue, path, language, entry)}
                    for entry in lessons if entry["claims"]]
        if claiming:
            modules.append({"title": title, "lessons": claiming})
    words = words_of(language)
    values = _frame(catalogue, path, language, "claims.html", words["claims"],
                    words["claims_lead"]) | {"modules": modules}
    return Page(path, "claims.html", values)


def _missing(catalogue: Catalogue) -> Page:
    """Served at any depth, so it links from the site's root when the site's address is known."""
    language, path = catalogue.original, "404.html"
    values = _frame(catalogue, path, language, "", words_of(language)["missing_title"], "")
    page, site = values["page"], catalogue.course["site"]
    if site:
        for name in ("home", "claims", "glossary", "style", "icon", "feed"):
            page[name] = page[name] and _path_of(site) + page[name]
        page["languages"] = []
    return Page(path, "missing.html", values)


def _sitemap(catalogue: Catalogue) -> Page:
    site = catalogue.course["site"]
    groups = [{each: _top(catalogue, each, name) for each in catalogue.languages}
              for name in ("index.html", "claims.html")]
    for day in [*catalogue.days, address.GLOSSARY]:
        group = {each: address.lesson_page(day, each, catalogue.original)
                 for each in catalogue.languages_of(day)}
        groups += [group] if group else []
    places = [{"address": address.absolute(site, path), "twins": addresses(site, group)}
              for group in groups for path in group.values()]
    return Page("sitemap.xml", "sitemap.xml", {"places": places})


def _feed(catalogue: Catalogue) -> Page:
    """Lessons by the day of their newest evidence: no date of the build, so no build differs."""
    language, site = catalogue.original, catalogue.course["site"]
    entries = [catalogue.exact(day, language) for day in catalogue.days]
    dated = sorted((entry for entry in entries if entry and entry["date"]),
                   key=lambda entry: (entry["date"], entry["number"]), reverse=True)
    lessons = [{"title": entry["title"], "summary": entry["summary"], "date": entry["date"],
                "address": address.absolute(site, catalogue.page_of(entry))} for entry in dated]
    return Page("feed.xml", "feed.xml", {
        "title": catalogue.title(language), "language": language,
        "home": address.absolute(site, "index.html"),
        "address": address.absolute(site, "feed.xml"), "lessons": lessons})


def _listed(catalogue: Catalogue, path: str, language: str, entry: dict) -> dict:
    needs = [each for each in (catalogue.best(day, language) for day in entry["needs"]) if each]
    return {
        "day": entry["day"], "number": entry["number"], "title": entry["title"],
        "summary": entry["summary"], "language": entry["language"], "gpus": entry["gpus"],
        "claims": entry["claims"], "draft": entry["draft"],
        "href": address.link(path, catalogue.page_of(entry)),
        "language_name": words_of(entry["language"])["language_name"],
        "needs": [{"number": each["number"], "title": each["title"],
                   "href": address.link(path, catalogue.page_of(each))} for each in needs],
    }


def _seen_from(path: str, lesson: str, claim: dict) -> dict:
    samples = [{"shown": each["shown"], "href": address.rebase(each["href"], lesson, path)}
               for each in claim["samples"]]
    return {**claim, "samples": samples,
            "href": address.link(path, lesson) + "#" + claim["id"]}


def _frame(catalogue: Catalogue, path: str, language: str, name: str, title: str,
           summary: str) -> dict:
    def twin(other: str) -> str:
        return _top(catalogue, other, name) if name else ""

    return frame_of(catalogue, path, language, title, summary, twin)


def _top(catalogue: Catalogue, language: str, name: str) -> str:
    return address.folder_of(language, catalogue.original) + name


def _path_of(site: str) -> str:
    """The path of the site's address: "/" or "/course/"."""
    return "/" + "/".join(site.rstrip("/").split("/")[3:] + [""]).lstrip("/")
