"""Holds the core to its layers: base <- formats <- check <- cli. A file includes its own layer and
lower ones, nothing else; and every header compiles alone (that is the compiler's half). And whoever
takes over finds each module in tools/README.md."""

import pathlib
import re
import sys

LAYERS = ["base", "formats", "check", "cli"]


def unnamed_modules(root: pathlib.Path) -> list[str]:
    """Modules that no table of tools/README.md names; a command's is named by its command."""
    guide = root.parent / "README.md"
    names = set(re.findall(r"`([a-z_*]+)`", guide.read_text(encoding="utf-8")))
    patterns = [re.compile(name.replace("*", ".*")) for name in names]
    return [f"{file}: {guide} does not name this module"
            for layer in LAYERS[:-1] for file in sorted((root / layer).glob("*.h"))
            if not any(pattern.fullmatch(file.stem) for pattern in patterns)]


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
    wrong += unnamed_modules(root)
    print("\n".join(wrong) or f"{seen} includes look the right way, every module is named")
    return 1 if wrong or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
