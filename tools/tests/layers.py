"""Holds the core to its layers: base <- formats <- check <- cli. A file includes its own layer and
lower ones, nothing else; and every header compiles alone (that is the compiler's half)."""

import pathlib
import re
import sys

LAYERS = ["base", "formats", "check", "cli"]


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    seen = 0
    wrong = []
    for position, layer in enumerate(LAYERS):
        for file in sorted((root / layer).glob("*")):
            if file.suffix not in (".h", ".cc"):
                continue
            for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
                found = re.match(r'#include "([a-z]+)/', line)
                if not found:
                    continue
                seen += 1
                if found[1] not in LAYERS[: position + 1]:
                    wrong.append(f"{file}:{number}: {layer}/ must not include {found[1]}/")
    print("\n".join(wrong) or f"{seen} includes look the right way")
    return 1 if wrong or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
