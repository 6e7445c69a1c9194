#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""The layers of the core, as docs/design.md has them, from the lowest up. Run by itself it exits with 1 if a
file of src/ includes one of a layer above its own."""

import pathlib
import re
import sys

DESIGN = pathlib.Path("docs/design.md").read_text().partition("\n## The layers\n")[2]
LAYERS = {layer: files.split(", ")
          for layer, files in re.findall(r"^\| (\w+) \| (\w[\w, ]*) \| [^|]*\|$", DESIGN, re.M)
          if layer != "layer"}
HEIGHT = {file: height for height, files in enumerate(LAYERS.values()) for file in files}


def includes(path):
    return re.findall(r'^#include "(?:src|oct9)/(\w+)\.h"', path.read_text(), re.M) if path.exists() else []


def height(stem):
    """Of a source or header: a header without a source of its own goes with the file whose name its own
    begins with, or else with the highest that it includes."""
    owners = [file for file in HEIGHT if stem == file or stem.startswith(file + "_")]
    if owners:
        return HEIGHT[max(owners, key=len)]
    return max(map(height, includes(pathlib.Path("src", stem + ".h"))), default=0)


def main():
    above = [(path, header) for path in sorted(pathlib.Path("src").glob("*.[ch]"))
             for header in includes(path) if height(header) > height(path.stem)]
    for path, header in above:
        print(f"layers: {path} includes {header}.h of a layer above its own", file=sys.stderr)
    print(f"{len(LAYERS)} layers of {len(HEIGHT)} files, each over those that it includes")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
