"""Turns templates and values into finished pages; quotes go in after the template is done."""
import hashlib
import os

import jinja2

import substitution
from trouble import Trouble


class Press:
    def __init__(self, templates: str, cache: str) -> None:
        self._folder = templates
        os.makedirs(cache, exist_ok=True)
        self._environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(templates), autoescape=True,
            undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
            keep_trailing_newline=True, auto_reload=False,
            bytecode_cache=jinja2.FileSystemBytecodeCache(cache))

    def print(self, template: str, values: dict, substitutions: list[dict], place: str) -> bytes:
        """The page as bytes; `place` names the fragment in messages."""
        try:
            page = self._environment.get_template(template).render(values)
        except jinja2.TemplateError as error:
            line = getattr(error, "lineno", None)
            where = os.path.join(self._folder, getattr(error, "name", None) or template)
            raise Trouble(f"{where}:{line}" if line else where, "the template cannot be filled",
                          expected="a value for every name the template uses",
                          found=f"{error.message} (for {place})",
                          mend="correct the template") from error
        return substitution.put_in(page, substitutions, place).encode()


def digest_of_sources(folders: list[str]) -> str:
    """Changes whenever a template, a module or Jinja2 itself does."""
    digest = hashlib.sha256(jinja2.__version__.encode())
    for folder in folders:
        for name in sorted(os.listdir(folder)):
            if name.endswith((".html", ".xml", ".py")):
                digest.update(name.encode())
                with open(os.path.join(folder, name), "rb") as file:
                    digest.update(file.read())
    return digest.hexdigest()[:20]
