# SPDX-License-Identifier: MIT
"""The picture of a layered map: two quadtrees of one square, and the leaves that a query meets."""

from style import BLUE, STATES, box, canvas, label, legend, note, outline

UNKNOWN, FREE, OCCUPIED = 0, 1, 2
EDGE, CELL = 8, 24
LOW = 52
TITLES = ["upper: sensors", "lower: the image", "the union of both"]


def upper_at(x, y):
    """What a sensor saw in the left half: a path, and a pallet in it."""
    if (x, y) in ((2, 2), (3, 2)):
        return OCCUPIED
    return FREE if x < 4 and 2 <= y < 4 else UNKNOWN


def lower_at(x, y):
    """A corridor with two walls, and a hole in the scan."""
    if y in (1, 6):
        return OCCUPIED
    if y in (0, 7) or (x < 2 and y < 4):
        return UNKNOWN
    return FREE


def union_at(x, y):
    states = {upper_at(x, y), lower_at(x, y)}
    return OCCUPIED if OCCUPIED in states else FREE if FREE in states else UNKNOWN


def leaf_of(at, x, y, size):
    """The state of a square if it is a leaf, else None."""
    states = {at(x + i, y + j) for i in range(size) for j in range(size)}
    return states.pop() if len(states) == 1 else None


def leaves(x, y, size, leaf):
    state = leaf(x, y, size)
    if state is not None:
        yield x, y, size, state
        return
    half = size // 2
    for i in (0, half):
        for j in (0, half):
            yield from leaves(x + i, y + j, half, leaf)


def joined(x, y, size):
    """A leaf of the union by a pair: decided, or both are leaves."""
    above, below = leaf_of(upper_at, x, y, size), leaf_of(lower_at, x, y, size)
    if OCCUPIED in (above, below):
        return OCCUPIED
    if above is None or below is None:
        return None
    return FREE if FREE in (above, below) else UNKNOWN


def draw_tree(axes, left, leaf):
    for x, y, size, state in leaves(0, 0, EDGE, leaf):
        box(axes, (left + CELL * x, LOW + CELL * y), (CELL * size, CELL * size), fill=STATES[state])


def pictures():
    axes = canvas(290)
    kinds = [lambda x, y, size: leaf_of(upper_at, x, y, size),
             lambda x, y, size: leaf_of(lower_at, x, y, size), joined]
    lefts = [20, 252, 484]
    for left, title, leaf in zip(lefts, TITLES, kinds):
        draw_tree(axes, left, leaf)
        label(axes, left + CELL * EDGE / 2, LOW + CELL * EDGE + 18, title, ha="center")
    for x, y in ((0, 4), (4, 0), (4, 4)):
        outline(axes, (lefts[2] + CELL * x, LOW + CELL * y), (CELL * 4, CELL * 4), BLUE)
    note(axes, lefts[2] + CELL * EDGE / 2, 36, "blue: nothing is known above:")
    note(axes, lefts[2] + CELL * EDGE / 2, 20, "read in the image alone")
    for x, name, state in ((20, "unknown", UNKNOWN), (130, "free", FREE),
                           (220, "occupied", OCCUPIED)):
        legend(axes, x, 24, [(STATES[state], name)])
    return {"layered": axes}
