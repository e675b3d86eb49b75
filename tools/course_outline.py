"""Prints what meson.build needs to know of course.yaml, a line each. Checks nothing, and passes over
what it cannot understand: `daybook check` says what is wrong with it, and where."""

import pathlib
import sys

import yaml


def days_of(course: dict) -> list[str]:
    modules = course.get("modules")
    found = []
    for module in modules if isinstance(modules, list) else []:
        days = module.get("days") if isinstance(module, dict) else None
        found += [day for day in days or [] if isinstance(day, str) and " " not in day]
    return list(dict.fromkeys(found)) if isinstance(modules, list) else []


def languages_of(course: dict) -> list[str]:
    languages = course.get("languages")
    found = [each for each in languages if isinstance(each, str) and " " not in each] \
        if isinstance(languages, list) else []
    return list(dict.fromkeys(found)) or ["en"]


def main() -> None:
    try:
        course = yaml.safe_load((pathlib.Path(sys.argv[1]) / "course.yaml").read_bytes())
    except (OSError, yaml.YAMLError):
        course = None
    if not isinstance(course, dict):
        return
    for position, language in enumerate(languages_of(course)):
        ending = "md" if position == 0 else f"{language}.md"
        print("lesson", "glossary", language, f"lessons/glossary.{ending}")
        for day in days_of(course):
            print("lesson", day, language, f"lessons/{day}/lesson.{ending}")
    for day in days_of(course):
        print("day", day)


if __name__ == "__main__":
    main()
