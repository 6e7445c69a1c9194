#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""The layers of the core: a folder of src/ is a layer. ORDER names them from the lowest up. A file
includes only files of its layer and of those below; a public header belongs to the layer of the
source that has its name. Exits with 1 and names the line where that does not hold.

It draws them, too, as docs/layers.svg, with --draw; else it fails if that picture is not the one
that it would draw. A layer stands above all that it includes; no arrow is drawn to what another
arrow leads to."""

import pathlib
import re
import sys

ORDER = ["number", "map", "material", "world", "layered", "walk", "query", "export", "far",
         "route", "ancestors", "store", "patch", "points", "mapping", "radio", "mapper", "follow",
         "solid", "scene", "objects", "obstacles", "sectors", "autopilot", "view"]
# Public headers without a source of their name.
HEADERS = {"as": "number", "find": "route", "leaf": "number", "metric": "query", "opened": "map",
           "point": "number",
           "primitive": "solid", "reader": "mapping", "rom": "number", "status": "number",
           "version": "number"}

PICTURE = pathlib.Path("docs/layers.svg")
LAYERS = {layer: sorted(path.stem for path in pathlib.Path("src", layer).glob("*.c"))
          for layer in ORDER}
LAYERS["map"].append("oct9_port")                 # a table for nodes
LAYER_OF = {stem: layer for layer, stems in LAYERS.items() for stem in stems} | HEADERS


def layer_of(path):
    """Of src/LAYER/NAME.h or oct9/NAME.h; None for the port's header, which is everyone's."""
    part, *_, name = path.split("/")
    if part == "port":
        return None
    return path.split("/")[1] if part == "src" else LAYER_OF.get(name[:-2])


def includes():
    """(file, its layer, the layer that it includes)."""
    files = [*pathlib.Path("src").glob("*/*.[ch]"), *pathlib.Path("include/oct9").glob("**/*.h")]
    for path in sorted(files):
        own = layer_of(str(path).replace("include/", ""))
        for other in re.findall(r'^#include "((?:src|oct9|port)/[^"]+)"', path.read_text(), re.M):
            if layer_of(other):
                yield path, own, layer_of(other)


def direct(uses):
    """Of what each layer uses what no other of these uses already."""
    def reached(layer):
        return set().union(*({below} | reached(below) for below in uses[layer]))
    return {layer: sorted(below for below in uses[layer]
                          if not any(below in reached(other) for other in uses[layer] - {below}))
            for layer in uses}


def draw(uses):
    row = {}
    for layer in ORDER:
        row[layer] = 1 + max((row[below] for below in uses[layer]), default=-1)
    top = max(row.values())
    rows = [[layer for layer in ORDER if row[layer] == r] for r in range(top + 1)]
    width = 140 * max(map(len, rows))
    at = {layer: (width * (2 * i + 1) // (2 * len(line)), 30 + 70 * (top - row[layer]))
          for line in rows for i, layer in enumerate(line)}
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {70 * top + 60}" '
           'font-family="sans-serif" font-size="15" text-anchor="middle">')
    yield ('<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
           'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#567"/></marker></defs>')
    yield f'<rect width="{width}" height="{70 * top + 60}" fill="white"/>'
    for layer, below in direct(uses).items():
        for other in below:
            (x, y), (to_x, to_y) = at[layer], at[other]
            yield (f'<line x1="{x}" y1="{y + 16}" x2="{to_x}" y2="{to_y - 17}" stroke="#567" '
                   'marker-end="url(#arrow)"/>')
    for layer, (x, y) in at.items():
        yield (f'<rect x="{x - 52}" y="{y - 16}" width="104" height="32" rx="5" fill="#eef4fa" '
               f'stroke="#345"/><text x="{x}" y="{y + 5}" fill="#123">{layer}</text>')
    yield "</svg>"


def main():
    wrong, uses = 0, {layer: set() for layer in ORDER}
    for path, own, other in includes():
        if own not in ORDER or other not in ORDER or ORDER.index(other) > ORDER.index(own):
            print(f"layers: {path} of {own} includes a header of {other}, above it",
                  file=sys.stderr)
            wrong = 1
        elif other != own:
            uses[own].add(other)
    picture = "\n".join(draw(uses)) + "\n"
    if sys.argv[1:] == ["--draw"]:
        PICTURE.write_text(picture)
    elif PICTURE.read_text() != picture:
        print(f"layers: {PICTURE} shows other layers: make figures", file=sys.stderr)
        wrong = 1
    print(f"{len(ORDER)} layers of {len(LAYER_OF) - len(HEADERS)} sources, each over those that it "
          "includes")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
