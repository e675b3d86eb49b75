"""The pages that one fragment makes: the lesson, its programs, its runs."""
from dataclasses import dataclass, field

from markupsafe import Markup

import address
import prose
from course import Catalogue
from fragment import digest_of
from frame import frame_of
from words import words_of


@dataclass
class Page:
    """A page to print, or, without a template, a file to write as it is."""
    path: str
    template: str = ""
    values: dict = field(default_factory=dict)
    substitutions: list = field(default_factory=list)
    content: bytes = b""


class LessonPages:
    """Pages of one lesson in one language, made from its entry and, once needed, its fragment."""

    def __init__(self, catalogue: Catalogue, entry: dict) -> None:
        self._catalogue = catalogue
        self._entry = entry
        self._language: str = entry["language"]
        self._words = words_of(self._language)
        self._path = catalogue.page_of(entry)
        links = prose.Links(catalogue, entry)
        self._links = links.resolved()
        self._terms = links.terms()

    def context(self) -> str:
        """A digest of all that these pages take from anywhere but their own fragment."""
        frame = self._frame(self._path, self._entry["title"])
        return digest_of([frame["course"], frame["page"], self._links, self._terms,
                          self._neighbours(), self._needs(), self._programs(), self._sections()])

    def pages(self, fragment: dict) -> list[Page]:
        lesson = [self._lesson(fragment)]
        if fragment["day"] == address.GLOSSARY:
            return lesson
        own_runs = [run for run in fragment["runs"] if run["day"] == fragment["day"]]
        programs = [page for program in fragment["programs"] for page in self._program(program)]
        return lesson + programs + [self._run(run) for run in own_runs]

    def _lesson(self, fragment: dict) -> Page:
        glossary = fragment["day"] == address.GLOSSARY
        heading, text = prose.split_heading(fragment["html"])
        text = prose.with_links(text, self._links, self._language)
        text = prose.with_boxes(text, self._box_label)
        original = self._catalogue.exact(self._entry["day"], self._catalogue.original)
        text = prose.with_notes(text, fragment["notes"], self._words["read_original"],
                                original["language"] if original else "")
        runs = tuple(f"{each['day']}/{each['unit']}/{each['run']}" for each in fragment["origins"])
        values = self._frame(self._path, fragment["title"], fragment["summary"], runs) | {
            "lesson": fragment,
            "heading": Markup(heading),
            "prose": Markup(text),
            "contents": [each for each in fragment["headings"] if 2 <= each["level"] <= 3],
            "needs": self._needs(),
            "neighbours": self._neighbours(),
            "origins": self._origins(fragment),
            "programs": self._programs(),
            "terms": [[name, term, Markup(definition), href]
                      for name, term, definition, href in self._terms],
            "claims_href": self._claims_href(fragment),
        }
        for each in values["page"]["languages"]:
            each["sections"] = self._sections().get(each["code"], [])
        template = "glossary.html" if glossary else "lesson.html"
        return Page(self._path, template, values, fragment["substitutions"])

    def _program(self, program: dict) -> list[Page]:
        path = address.beside(self._path, program["name"])
        listing = path + ".html"
        title = self._words["listing_of"].format(name=program["name"])
        values = self._frame(listing, title, name=program["name"] + ".html") | {
            "program": program,
            "download": address.link(listing, path),
            "lesson": self._lesson_link(listing),
            "quote": program["token"],
        }
        quote = {"token": program["token"], "block": True, "html": program["html"]}
        return [Page(path, content=program["text"].encode()),
                Page(listing, "program.html", values, [quote])]

    def _run(self, run: dict) -> Page:
        path = address.run_page(self._path, run["unit"], run["run"])
        values = self._frame(path, run["title"], runs=(f"{run['day']}/{run['unit']}/{run['run']}",),
                             name=address.run_page("", run["unit"], run["run"])) | {
            "run": run,
            "lesson": self._lesson_link(path),
            "quote": run["token"],
        }
        quote = {"token": run["token"], "block": True, "html": run["html"]}
        return Page(path, "run.html", values, [quote])

    def _frame(self, path: str, title: str, summary: str = "", runs: tuple[str, ...] = (),
               name: str = "") -> dict:
        """`name` is a program's or run's page beneath the lesson's folder: it has a twin where the
        translation brings the same one."""
        def twin(language: str) -> str:
            other = self._catalogue.exact(self._entry["day"], language)
            if other is None:
                return ""
            page = self._catalogue.page_of(other)
            if not name:
                return page
            return address.beside(page, name) if name in other["pages"] else ""

        return frame_of(self._catalogue, path, self._language, title, summary, twin, runs)

    def _sections(self) -> dict[str, list[str]]:
        """This lesson's section ids in the other languages that have as many: pairs, by order."""
        day, own = self._entry["day"], self._entry["headings"]
        others = {each: self._catalogue.exact(day, each)["headings"]
                  for each in self._catalogue.languages_of(day) if each != self._language}
        return {each: ids for each, ids in others.items() if len(ids) == len(own)}

    def _lesson_link(self, page: str) -> dict:
        return {"title": self._entry["title"], "number": self._entry["number"],
                "href": address.link(page, self._path)}

    def _programs(self) -> list[dict]:
        """The lesson's programs; a translation's are the original's."""
        original = self._catalogue.exact(self._entry["day"], self._catalogue.original)
        owner = self._entry if self._entry["programs"] or original is None else original
        folder = self._catalogue.page_of(owner)
        paths = [address.beside(folder, name) for name in owner["programs"].values()]
        return [{"name": name, "listing": address.link(self._path, path + ".html"),
                 "download": address.link(self._path, path)}
                for name, path in zip(owner["programs"].values(), paths)]

    def _origins(self, fragment: dict) -> list[dict]:
        """Runs with the same origin in words share one sentence."""
        groups: dict[tuple, dict] = {}
        for each in fragment["origins"]:
            key = tuple(each[name] for name in ("gpu", "driver", "cuda", "date", "freshness",
                                                "signed", "signer"))
            group = groups.setdefault(key, {**each, "runs": []})
            other = self._catalogue.best(each["day"], self._language)
            foreign = other is not None and each["day"] != fragment["day"]
            name = self._words["of_day"].format(title=other["title"], unit=each["unit"]) \
                if foreign else each["unit"]
            group["runs"].append({"name": name, "href": each["href"]})
        return list(groups.values())

    def _needs(self) -> list[dict]:
        found = (self._catalogue.best(day, self._language) for day in self._entry["needs"])
        return [self._reference(each) for each in found if each is not None]

    def _neighbours(self) -> dict:
        day, language = self._entry["day"], self._language
        steps = {"previous": -1, "next": 1}
        found = {name: self._catalogue.neighbour(day, step, language)
                 for name, step in steps.items()}
        return {name: each and self._reference(each) for name, each in found.items()}

    def _reference(self, entry: dict) -> dict:
        return {"title": entry["title"], "number": entry["number"], "language": entry["language"],
                "href": address.link(self._path, self._catalogue.page_of(entry))}

    def _claims_href(self, fragment: dict) -> str:
        if not fragment["claims"] or fragment["day"] == address.GLOSSARY:
            return ""
        folder = address.folder_of(self._language, self._catalogue.original)
        return address.link(self._path, folder + "claims.html") + "#" + fragment["day"]

    def _box_label(self, kind: str, number: int) -> str:
        return self._words[kind + "_box"].format(number=number)
