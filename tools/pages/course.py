"""The course as the pages see it: its settings, and which lesson exists in which language."""
import json
from typing import Iterator, Optional

import address
from trouble import UNREADABLE, Trouble

COURSE_KEYS = ("title", "site", "repository", "languages", "card", "modules")


def load_course(path: str) -> dict:
    """course.json with its optional keys filled in."""
    try:
        with open(path, encoding="utf-8") as file:
            course = json.load(file)
    except (OSError, ValueError) as error:
        raise Trouble(path, "the course cannot be read", expected="a JSON object",
                      found=str(error), mend="build the course's JSON again",
                      status=UNREADABLE) from error
    for key in COURSE_KEYS:
        if key not in course:
            raise Trouble(path, f"the course lacks '{key}'", expected=", ".join(COURSE_KEYS),
                          found=", ".join(course), mend="build the course's JSON again",
                          status=UNREADABLE)
    course.setdefault("titles", {})
    course.setdefault("version", "")
    for module in course["modules"]:
        module.setdefault("titles", {})
    return course


class Catalogue:
    """Every published lesson by day and language, in the order of the course.

    `languages` are the original one and each other in which something is published.
    """

    def __init__(self, course: dict, entries: list[dict]) -> None:
        self.course = course
        self.original: str = course["languages"][0]
        self._entries = {(entry["day"], entry["language"]): entry for entry in entries}
        days = [day for module in course["modules"] for day in module["days"]]
        self.days = [day for day in days if self.languages_of(day)]
        used = {language for _, language in self._entries}
        self.languages = [each for each in course["languages"]
                          if each == self.original or each in used]
        self._place = {day: at for at, day in enumerate(self.days)}

    def languages_of(self, day: str) -> list[str]:
        return [each for each in self.course["languages"] if (day, each) in self._entries]

    def exact(self, day: str, language: str) -> Optional[dict]:
        return self._entries.get((day, language))

    def best(self, day: str, language: str) -> Optional[dict]:
        """The lesson in this language, else in the original one, else None."""
        return self.exact(day, language) or self.exact(day, self.original)

    def neighbour(self, day: str, step: int, language: str) -> Optional[dict]:
        """The lesson `step` days on, None at either end of the course or for the glossary."""
        at = self._place.get(day)
        if at is None or not 0 <= at + step < len(self.days):
            return None
        return self._any(self.days[at + step], language)

    def page_of(self, entry: dict) -> str:
        return address.lesson_page(entry["day"], entry["language"], self.original)

    def modules(self, language: str) -> Iterator[tuple[str, list[dict]]]:
        """Each module that has a published lesson: its title in the language, its lessons."""
        for module in self.course["modules"]:
            lessons = [self._any(day, language) for day in module["days"]
                       if self.languages_of(day)]
            if lessons:
                yield module["titles"].get(language) or module["title"], lessons

    def title(self, language: str) -> str:
        return self.course["titles"].get(language) or self.course["title"]

    def _any(self, day: str, language: str) -> dict:
        return self.best(day, language) or self._entries[day, self.languages_of(day)[0]]
