# SPDX-License-Identifier: MIT
"""The pictures of docs/exactness.md: what they show is what `oct9 leaves` and `oct9 walk` print."""

from matplotlib import pyplot

from style import GRID, LINE, OCCUPIED, UNKNOWN, VISITED, save
from world import CELL


def draw_leaf(axes, leaf, colour):
    x, y, size, _ = leaf
    axes.add_patch(pyplot.Rectangle((x, y), size, size, facecolor=colour, edgecolor=GRID))


def draw_segment(axes, a, b, visited):
    axes.annotate("", [c / CELL for c in b], [c / CELL for c in a], zorder=4,
                  arrowprops={"arrowstyle": "-|>", "color": LINE, "lw": 1.6, "shrinkA": 0,
                              "shrinkB": 0})
    axes.plot(a[0] / CELL, a[1] / CELL, "o", color=LINE, ms=4, zorder=4)
    for number, (x, y, size, state) in enumerate(visited, 1):
        ink = "white" if state == "occupied" else "black"
        axes.text(x + size / 2, y + size - 0.06 * min(size, 2), str(number), color=ink, ha="center",
                  va="top", zorder=5)


def frame(axes, low, high):
    axes.set_xlim(low - 0.03, high + 0.03)
    axes.set_ylim(low - 0.03, high + 0.03)
    axes.set_aspect("equal")
    axes.axis("off")


def draw_walk(axes, world, a, b, span):
    visited = world.walk(a, b)
    for leaf in world.leaves:
        if leaf[0] < span and leaf[1] < span:
            empty = VISITED if leaf in visited else UNKNOWN
            draw_leaf(axes, leaf, OCCUPIED if leaf[3] == "occupied" else empty)
    draw_segment(axes, a, b, visited)
    frame(axes, 0, span)


def draw(world, out):
    figure, axes = pyplot.subplots(figsize=(4.6, 4.6))
    draw_walk(axes, world, (16, 88), (496, 448), 8)
    save(figure, out / "walk.svg", bbox_inches="tight")
    figure, row = pyplot.subplots(1, 4, figsize=(9, 2.3))
    segments = {"up, up": ((16, 16), (112, 112)), "down, down": ((112, 112), (16, 16)),
                "up, down": ((16, 112), (112, 16)), "down, up": ((112, 16), (16, 112))}
    for axes, (title, (a, b)) in zip(row, segments.items()):
        draw_walk(axes, world, a, b, 2)
        axes.plot(1, 1, "o", ms=5, mfc="white", mec=LINE, zorder=6)
        axes.set_title(title, fontsize=11)
    save(figure, out / "corner.svg", bbox_inches="tight")
