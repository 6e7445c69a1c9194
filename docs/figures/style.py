# SPDX-License-Identifier: MIT
"""One style for all pictures: colours, boxes, labels and arrows on a canvas of 700 units' width."""

import io
import re

import matplotlib
matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "oct9", "svg.fonttype": "none", "font.size": 11,
                            "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"],
                            "hatch.linewidth": 0.6})
from matplotlib import pyplot  # noqa: E402

WIDTH = 700
INK, GRID, LINE, MUTED = "#222831", "#9aa3ad", "#c0392b", "#5c6670"
OCCUPIED, FREE, UNKNOWN, INNER = "#3b3f46", "#dff0d8", "#ffffff", "#cfe3f7"
VISITED, PALE = "#ffd479", "#fff3d6"
BLUE, ORANGE, OLD = "#2f6db3", "#c77700", "#e6e8ea"
STATES = [UNKNOWN, FREE, OCCUPIED, INNER]                   # by their numbers
NAMES = ["unknown", "free", "occupied", "inner node"]


def canvas(height):
    figure = pyplot.figure(figsize=(WIDTH / 72, height / 72))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(0, height)
    axes.axis("off")
    return axes


def ink_on(fill):
    return "white" if fill == OCCUPIED else INK


def label(axes, x, y, words, **more):
    axes.text(x, y, words, **{"ha": "left", "va": "center", "color": INK, **more})


def box(axes, corner, size, inside="", fill=UNKNOWN, **more):
    """A box with a text in the middle."""
    style = {"edgecolor": GRID, "lw": 1, **more}
    axes.add_patch(pyplot.Rectangle(corner, *size, facecolor=fill, **style))
    if inside:
        label(axes, corner[0] + size[0] / 2, corner[1] + size[1] / 2, inside, ha="center",
              color=ink_on(fill), zorder=style.get("zorder", 1) + 1)


def outline(axes, corner, size, colour=INK, **more):
    box(axes, corner, size, fill="none", **{"edgecolor": colour, "lw": 2.2, "zorder": 5, **more})


def note(axes, x, y, text, **more):
    """Small, and in the middle."""
    label(axes, x, y, text, **{"ha": "center", "color": MUTED, "fontsize": 9, **more})


def text(axes, x, y, lines, step=18):
    for i, line in enumerate(lines):
        label(axes, x, y - step * i, line)


def arrow(axes, start, end, color=INK, **more):
    style = {"arrowstyle": "-|>", "color": color, "lw": 1.4, "shrinkA": 0, "shrinkB": 0, **more}
    axes.annotate("", end, start, zorder=6, arrowprops=style)


def dot(axes, place, color=LINE, fill=None, size=5):
    axes.plot(*place, "o", color=color, ms=size, mfc=fill or color, zorder=7)


def legend(axes, x, y, entries, step=22):
    """Boxes with their meaning, downward; an entry is (colour, text) or (colour, text, style)."""
    for i, (fill, meaning, *style) in enumerate(entries):
        box(axes, (x, y - i * step - 7), (18, 14), fill=fill, **(style[0] if style else {}))
        label(axes, x + 26, y - i * step, meaning)


# What matplotlib writes, and what is enough.
SHORTER = [(r"(?s)<!DOCTYPE.*?>\s*", ""), (r"(?s)\s*<metadata>.*?</metadata>", ""),
           (r"<!--.*?-->", ""),
           (r"(?s)\s*<defs>\s*<clipPath.*?</defs>", ""), (r' clip-path="[^"]*"', ""),
           (r' transform="rotate\(-0 [^"]*\)"', ""), (r"; stroke-linejoin: miter", ""),
           (r'(width|height)="([\d.]+)pt"', r'\1="\2"'),
           (r' id="(?:patch|text|line2d)_\d+"', ""), (r"\n(?=[LMCQz\"])", " "), (r"\n\s+", "\n")]


def save(figure, path, **more):
    """Without what a reader of the picture does not need."""
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None}, **more)
    pyplot.close(figure)
    picture = file.getvalue()
    for part, shorter in SHORTER:
        picture = re.sub(part, shorter, picture)
    path.write_text(picture)


class Plan:
    """A plan of cells on a canvas: where it begins, and how long a cell is."""

    def __init__(self, axes, corner, cell):
        self.axes, self.corner, self.cell = axes, corner, cell

    def at(self, x, y):
        return self.corner[0] + x * self.cell, self.corner[1] + y * self.cell

    def square(self, x, y, size, **more):
        box(self.axes, self.at(x, y), (size * self.cell,) * 2, **more)

    def grid(self, count):
        for i in range(count + 1):
            for ends in (((i, 0), (i, count)), ((0, i), (count, i))):
                self.axes.plot(*zip(*(self.at(*end) for end in ends)), color=GRID, lw=0.6, zorder=0)

    def outline(self, x, y, size, colour=INK, **more):
        outline(self.axes, self.at(x, y), (size * self.cell,) * 2, colour, **more)

    def segment(self, a, b, **more):
        arrow(self.axes, self.at(*a), self.at(*b), LINE, lw=1.8, **more)
        dot(self.axes, self.at(*a))
