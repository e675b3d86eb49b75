"""Prints what meson.build needs to know of course.yaml, a line each. Checks nothing: that is the
core's work."""

import pathlib
import sys

import yaml


def main() -> None:
    root = pathlib.Path(sys.argv[1])
    course = yaml.safe_load((root / "course.yaml").read_text(encoding="utf-8")) or {}
    languages = course.get("languages") or ["en"]
    kinds = {
        key: value
        for key, value in course.items()
        if isinstance(value, dict) and "build" in value and "run" in value
    }
    for kind, commands in kinds.items():
        print("build", kind, commands["build"])
    for language in languages:
        name = "glossary.md" if language == languages[0] else f"glossary.{language}.md"
        if (root / "lessons" / name).is_file():
            print("lesson", "glossary", language, f"lessons/{name}")
    for module in course.get("modules") or []:
        for day in module.get("days") or []:
            for language in languages:
                name = "lesson.md" if language == languages[0] else f"lesson.{language}.md"
                print("lesson", day, language, f"lessons/{day}/{name}")
            for source in sorted((root / "src" / day).glob("*")):
                if source.suffix[1:] in kinds:
                    print("program", day, source.relative_to(root), source.suffix[1:])


if __name__ == "__main__":
    main()
