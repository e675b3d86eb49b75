"""Writes a C++ file whose function returns a text file's bytes.

usage: embed.py INPUT OUTPUT HEADER FUNCTION
"""

import pathlib
import sys


def main() -> None:
    source, target, header, function = sys.argv[1:]
    text = pathlib.Path(source).read_text(encoding="utf-8")
    delimiter = "daybook"
    if f"){delimiter}\"" in text:
        sys.exit(f"{source}: holds the raw string's own end")
    pathlib.Path(target).write_text(
        f'#include "{header}"\n\n'
        "namespace daybook {\n\n"
        f"std::string_view {function}() {{\n"
        f'  static constexpr std::string_view kText = R"{delimiter}({text}){delimiter}";\n'
        "  return kText;\n"
        "}\n\n"
        "}  // namespace daybook\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
