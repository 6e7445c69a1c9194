# SPDX-License-Identifier: MIT
"""The pictures of docs/architecture.md: what a robot maps, saves and sends, objects and points."""

import fractions
import math
import pathlib
import random
import re

from matplotlib import patches

from style import (BLUE, INNER, LINE, MUTED, NAMES, OCCUPIED, OLD, ORANGE, PALE, STATES, UNKNOWN,
                   VISITED, Plan, arrow, box, canvas, dot, label, legend, note, outline, text)

# --- a scan's tiles ---------------------------------------------------------------------------

def cells_of(a, b):
    """The cells of a segment's points, in order, by the middle between two crossings."""
    times = {fractions.Fraction(0), fractions.Fraction(1)}
    for start, end in zip(a, b):
        planes = range(math.ceil(min(start, end)), math.floor(max(start, end)) + 1)
        times |= {(plane - start) / (end - start) for plane in planes}
    order = sorted(times)
    for t, following in zip(order, order[1:]):
        yield tuple(math.floor(s + (t + following) / 2 * (e - s)) for s, e in zip(a, b))


def tenths(x, y):
    return fractions.Fraction(x, 10), fractions.Fraction(y, 10)


ORIGIN = tenths(27, 33)
BEAMS = [tenths(145, 52), tenths(138, 96), tenths(113, 143), tenths(63, 142), tenths(34, 128)]
NAMED = "abcde"
TILES = [(0, 0), (1, 0), (0, 1), (1, 1)]                   # nearest first


def draw_marks(plan, walked):
    passed = {cell for cells in walked for cell in cells[:-1]}
    hit = {cells[-1] for cells in walked}
    plan.grid(16)
    for cell in sorted(passed | hit):
        plan.square(*cell, 1, fill=OCCUPIED if cell in hit else VISITED, lw=0.5)


def scan():
    axes = canvas(400)
    plan, walked = Plan(axes, (14, 14), 23), [list(cells_of(ORIGIN, end)) for end in BEAMS]
    draw_marks(plan, walked)
    for name, end in zip(NAMED, BEAMS):
        x, y = (float(c) for c in end)
        plan.segment([float(c) for c in ORIGIN], (x, y))
        label(axes, *plan.at(x + 0.6, y + 0.6), name, color=LINE, weight="bold", zorder=8)
    for number, (x, y) in enumerate(TILES, 1):
        plan.outline(8 * x, 8 * y, 8)
        label(axes, *plan.at(8 * x + 0.3, 8 * y + 7.4), str(number), fontsize=14, weight="bold")
        beams = [name for name, cells in zip(NAMED, walked)
                 if any((c[0] // 8, c[1] // 8) == (x, y) for c in cells)]
        label(axes, 405, 220 - 22 * number, f"tile {number}: beams {', '.join(beams)}")
    legend(axes, 405, 372, [("none", "a tile of 8 x 8 x 8 cells,", {"edgecolor": "black", "lw": 2}),
                            (VISITED, "marked: seen through"), (OCCUPIED, "marked: hit")], 42)
    text(axes, 431, 354, ["numbered in the order of visits"])
    text(axes, 405, 224, ["Beams that wait when a tile is visited:"])
    text(axes, 405, 84, ["Beams leave one point and never turn",
                         "back, so no tile is visited twice."])
    return axes


# --- the window's move ------------------------------------------------------------------------

# Slots of the nodes of one level, rows from the lowest up: a block's number, or a leaf's state.
NODES = [[0x8000, 3, 4, 0x8001], [1, 2, 5, 0x8001], [0x8001, 6, 7, 8]]


def draw_nodes(axes, corner, rows, hatched=()):
    for y, row in enumerate(rows):
        for x, slot in enumerate(row):
            at, style = (corner[0] + 62 * x, corner[1] + 44 * y), {}
            if x in hatched:
                style["hatch"] = "///"
            if slot < 0x8000:
                box(axes, at, (62, 44), f"block {slot}", INNER, **style)
            else:
                box(axes, at, (62, 44), NAMES[slot & 3], STATES[slot & 3], **style)


def window():
    axes = canvas(250)
    moved = [row[1:] + [0x8000] for row in NODES]
    draw_nodes(axes, (20, 66), NODES, [0])
    outline(axes, (20, 66), (248, 132))
    outline(axes, (82, 60), (248, 144), LINE, ls="--")
    label(axes, 20, 226, "before: the window, and where it goes in the world")
    arrow(axes, (345, 132), (405, 132), LINE)
    draw_nodes(axes, (420, 66), moved)
    outline(axes, (420, 66), (248, 132), LINE)
    label(axes, 420, 226, "after: the same blocks in other slots")
    legend(axes, 20, 30, [(INNER, "stays: its slot moves, its block does not")])
    legend(axes, 330, 30, [(UNKNOWN, "leaves: forgotten", {"hatch": "///"})])
    legend(axes, 500, 30, [(UNKNOWN, "enters: unknown")])
    return axes


# --- the store --------------------------------------------------------------------------------

BLOCKS, RECORDS = 4, 4                                     # of a slot; of a block


def log_of(saves, number):
    """A log's records, [(kind, its number)]: of each save its pages, then its commit."""
    found = []
    for i, pages in enumerate(saves):
        found += [("p", page) for page in pages] + [("c", number + i)]
    return found


def counting(log):
    """The places of the newest commit, and of each page the last before it."""
    end = max(i for i, (kind, _) in enumerate(log) if kind == "c")
    last = {page: i for i, (kind, page) in enumerate(log[:end]) if kind == "p"}
    return {end, *last.values()}


def draw_log(axes, y, log, start, fills):
    """Through the blocks of a slot, from block `start` on."""
    for block in range(BLOCKS):
        box(axes, (70 + 156 * block, y), (152, 40), edgecolor=MUTED, lw=1.4)
        note(axes, 146 + 156 * block, y - 10, f"erase block {block}")
    note(axes, 70 + 156 * start, y + 52, "the log begins here, and goes round", ha="left")
    for i in range(BLOCKS * RECORDS):
        block = (start + i // RECORDS) % BLOCKS
        at = (72 + 156 * block + 37 * (i % RECORDS), y + 2)
        kind, number = log[i] if i < len(log) else ("", "")
        box(axes, at, (37, 36), f"{kind}{number}", fills.get(kind, UNKNOWN))
        if fills["p"] == INNER and i in counting(log):
            outline(axes, at, (37, 36), LINE)


def store():
    axes = canvas(268)
    old = log_of([[0, 1, 2, 3], [1], [0, 3], [2]], 61)
    new = log_of([[0, 1, 2, 3], [2], [0, 2]], 66)
    for y, name in ((212, "slot 0"), (124, "slot 1")):
        label(axes, 12, y, name)
    draw_log(axes, 192, old, 1, {"p": OLD, "c": OLD})
    draw_log(axes, 104, new, 2, {"p": INNER, "c": VISITED})
    legend(axes, 12, 62, [(INNER, "p3: a record of page 3"), (VISITED, "c68: commit 68"),
                          (OLD, "an older map")])
    legend(axes, 230, 62, [("none", "what a load reads: the newest commit, and of each page",
                            {"edgecolor": LINE, "lw": 2})])
    text(axes, 256, 44, ["the last record before it"])
    legend(axes, 230, 18, [(UNKNOWN, "erased; the next save adds its records here")])
    return axes


# --- the packet -------------------------------------------------------------------------------

FORMATS = pathlib.Path(__file__).parent.parent / "formats.md"
FIELDS = [(2, "sender", PALE), (4, "run", PALE), (4, "number", PALE), (4, "place, version", PALE),
          (2, "half a tile", INNER), (1, "", INNER), (1, "states", VISITED), (2, "cells", VISITED),
          (4, "CRC", OLD)]


def example_packet():
    """The bytes of the example in docs/formats.md."""
    dump = FORMATS.read_text().split("cell001.packet\n")[1].split("\n\n")[0]
    rows = re.findall(r"^ +\d{7}((?: [0-9a-f]{2})+)$", dump, re.M)
    return bytes.fromhex("".join(rows))


def meaning(name, part):
    value = int.from_bytes(part, "little")
    if name.startswith("place"):
        corner = [((value >> 9 * a) + 256) % 512 * 8 - 2048 for a in range(3)]
        return "{} {} {}, {}".format(*corner, value >> 27)
    return str(value) if name in ("run", "number") else f"0x{value:x}"


def packet():
    axes, data, at = canvas(256), example_packet(), 0
    for size, name, fill in FIELDS:
        x, y = 22 + 41 * (at % 16), 216 - 82 * (at // 16)
        for i in range(size):
            box(axes, (x + 41 * i, y), (41, 28), f"{data[at + i]:02x}", fill)
        outline(axes, (x, y), (41 * size, 28), lw=1.6)
        note(axes, x + 20.5 * size, y - 12, name, fontsize=10)
        value = meaning(name, data[at:at + size])
        note(axes, x + 20.5 * size, y - 28, value, fontsize=10, color=BLUE)
        at += size
    legend(axes, 400, 76, [(PALE, "head, 14 bytes"), (INNER, "a record: its state and code"),
                           (VISITED, "two bits of state for each child, each cell")])
    return axes


# --- a loose octree ---------------------------------------------------------------------------

OBJECTS = [(1.15, 1.3, 0.45), (2.8, 0.9, 0.4), (6.2, 6.8, 0.3), (3.3, 5.1, 0.95), (6.1, 2.2, 0.9),
           (0.9, 6.7, 0.48)]                               # x, y, radius


def home(x, y, radius):
    """The corner and size of the node where it belongs: as large as it is, under its centre."""
    size = 1
    while size < 2 * radius:
        size *= 2
    return x // size * size, y // size * size, size


def draw_home(plan, node):
    x, y, size = node
    fill, colour = (PALE, ORANGE) if size == 1 else (INNER, BLUE)
    plan.square(x, y, size, fill=fill, edgecolor=colour, lw=2, zorder=2)
    plan.outline(x - size / 2, y - size / 2, 2 * size, colour, ls="--", lw=1.3, zorder=4)


def objects():
    axes = canvas(390)
    plan = Plan(axes, (30, 30), 41)
    plan.grid(8)
    for thing in OBJECTS:
        draw_home(plan, home(*thing))
    for x, y, radius in OBJECTS:
        axes.add_patch(patches.Circle(plan.at(x, y), radius * plan.cell, facecolor=OCCUPIED,
                                      alpha=0.5, zorder=5))
        dot(axes, plan.at(x, y), OCCUPIED, size=3)
    legend(axes, 410, 340, [
        (OCCUPIED, "an object, and its centre", {"alpha": 0.5}),
        (PALE, "its node, of level l", {"edgecolor": ORANGE, "lw": 2}),
        ("none", "that node's loose bounds", {"edgecolor": ORANGE, "ls": "--"}),
        (INNER, "its node, of level l + 1", {"edgecolor": BLUE, "lw": 2}),
        ("none", "that node's loose bounds", {"edgecolor": BLUE, "ls": "--"})], 28)
    text(axes, 410, 170, ["The object's size gives the level,", "its centre gives the node.",
                          "The loose bounds are the node grown",
                          "by half of its size on each side:",
                          "they contain every object of the node."], 20)
    return axes


# --- points in buckets ------------------------------------------------------------------------

BUCKET = 4


def leaves_of(cloud, corner, size):
    """[(corner, size, its points)]: split where there are more than a bucket holds."""
    x, y = corner
    inside = [p for p in cloud if x <= p[0] < x + size and y <= p[1] < y + size]
    if len(inside) <= BUCKET:
        return [(corner, size, inside)]
    half = size // 2
    return [leaf for c in range(4)
            for leaf in leaves_of(inside, (x + (c & 1) * half, y + (c >> 1) * half), half)]


def draw_bucket(axes, number, entries):
    text(axes, 420, 310, [f"slot {0x8000 | number + 1:04x}: a leaf of payload {number + 1},",
                          f"so its points are in bucket {number}"])
    for i, name in enumerate(("x", "y", "z", "id")):
        note(axes, 450 + 60 * i, 260, name, fontsize=11)
    for row in range(BUCKET):
        for i in range(4):
            number = str(entries[row][i]) if row < len(entries) else ""
            box(axes, (420 + 60 * i, 222 - 30 * row), (60, 26), number, PALE if number else UNKNOWN)
    text(axes, 420, 104, ["An entry has 8 bytes: three coordinates",
                          "in sub-cells, and the caller's id.",
                          f"Here a bucket has {BUCKET} entries: a node with",
                          "more points is split."])


def points():
    axes, rng = canvas(360), random.Random(9)
    cloud = [(int(rng.triangular(0, 512, 130)), int(rng.triangular(0, 512, 380)),
              rng.randrange(64), i) for i in range(34)]
    leaves = leaves_of(cloud, (0, 0), 512)
    full = [leaf for leaf in leaves if leaf[2]]
    number = max(range(len(full)), key=lambda i: (len(full[i][2]) == BUCKET - 1, full[i][0][0]))
    plan = Plan(axes, (20, 16), 328 / 512)
    for leaf in leaves:
        plan.square(*leaf[0], leaf[1], fill=PALE if leaf is full[number] else UNKNOWN)
    for x, y, _, _ in cloud:
        dot(axes, plan.at(x, y), BLUE, size=4)
    (x, y), size, entries = full[number]
    arrow(axes, plan.at(x + size, y + size / 2), (414, 190), ORANGE)
    draw_bucket(axes, number, entries)
    return axes


def pictures():
    return {"scan": scan(), "window": window(), "store": store(), "packet": packet(),
            "objects": objects(), "points": points()}
