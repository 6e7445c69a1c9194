# SPDX-License-Identifier: MIT
"""The pictures of docs/architecture.md: trees, images, linked leaves, the walk and the sweep."""

import math
import struct

from matplotlib import patches

from style import (BLUE, FREE, INNER, LINE, MUTED, NAMES, OCCUPIED, ORANGE, PALE, STATES, UNKNOWN,
                   VISITED, Plan, arrow, box, canvas, dot, label, legend, note, outline, text)
from world import CELL

# --- the tree: blocks and slots ---------------------------------------------------------------

# States of leaves, by the children's numbers; a list is an inner node.
TREE = [1, 0, 1, 0, 1, [1, 1, 0, 0, [2, 1, 1, 1, 1, 2, 1, 1], 1, 0, 0], 1, 0]
LEFT, WIDE = 350, 42                                       # of the slots


def blocks_of(node, blocks):
    """Puts the node's block and those below it into `blocks`, depth first; returns its slot."""
    if isinstance(node, int):
        return 0x8000 | node
    number = len(blocks)
    blocks.append([])
    blocks[number] = [blocks_of(child, blocks) for child in node]
    return number


def on_paper(x, y, z):
    """x to the right, y into the depth, z up."""
    return 30 + 160 * x + 66 * y, 40 + 160 * z + 52 * y


def draw_face(axes, corner, size, axis, fill):
    """The face of a cube across this axis, through its corner."""
    u, v = (a for a in range(3) if a != axis)
    places = []
    for du, dv in ((0, 0), (size, 0), (size, size), (0, size)):
        place = list(corner)
        place[u] += du
        place[v] += dv
        places.append(on_paper(*place))
    axes.add_patch(patches.Polygon(places, facecolor=fill, edgecolor=MUTED, lw=1))


def draw_cube(axes, node, corner=(0, 0, 0), size=1.0):
    """The faces that are seen: low y, high x, high z."""
    if isinstance(node, list):
        for c, child in enumerate(node):
            at = [corner[a] + (c >> a & 1) * size / 2 for a in range(3)]
            draw_cube(axes, child, at, size / 2)
        return
    x, y, z = corner
    if x + size == 1:
        draw_face(axes, (1, y, z), size, 0, STATES[node])
    if y == 0:
        draw_face(axes, corner, size, 1, STATES[node])
    if z + size == 1:
        draw_face(axes, (x, y, 1), size, 2, STATES[node])


def draw_block(axes, number, slots, y):
    label(axes, LEFT - 58, y + 13, f"block {number}")
    for child, slot in enumerate(slots):
        fill = STATES[slot & 3] if slot & 0x8000 else INNER
        box(axes, (LEFT + WIDE * child, y), (WIDE, 26), f"{slot:04x}", fill)
        note(axes, LEFT + WIDE * (child + 0.5), y - 8, child)


def tree():
    axes, blocks = canvas(290), []
    root = blocks_of(TREE, blocks)
    draw_cube(axes, TREE)
    label(axes, LEFT - 58, 268, "root")
    box(axes, (LEFT, 255), (WIDE, 26), f"{root:04x}", INNER)
    above = (0, 255)                                       # child, and where its slot is
    for number, slots in enumerate(blocks):
        y = 195 - 66 * number
        draw_block(axes, number, slots, y)
        x = LEFT + 12 + WIDE * above[0]
        arrow(axes, (x, above[1]), (x, y + 26), BLUE)
        above = (slots.index(number + 1) if number + 1 in slots else 0, y)
    note(axes, 150, 18, "bit 0: x, to the right; bit 1: y, into the depth; bit 2: z, up")
    entries = ("8000 unknown", "8001 free", "8002 occupied", "a block's number")
    for x, fill, entry in zip((292, 407, 502, 292), (UNKNOWN, FREE, OCCUPIED, INNER), entries):
        legend(axes, x, 14 if fill == INNER else 36, [(fill, entry)])
    return axes


# --- the image --------------------------------------------------------------------------------

class Image:
    """A map image's pages, nodes and bricks, as docs/formats.md has them."""

    def __init__(self, data):
        pages, nodes, bricks = struct.unpack_from("<3I", data, 36)
        self.pages = list(struct.iter_unpack("<2I", data[1120:1120 + 8 * pages]))
        at = 1120 + 8 * pages
        self.nodes = struct.unpack_from(f"<{nodes}I", data, at)
        self.bricks = struct.unpack_from(f"<{bricks}H", data, at + 4 * nodes)

    def word(self, level, number):
        return self.bricks[number] if level == 1 else self.nodes[number]

    def children(self, level, number):
        """[(state, the number of an inner child or None)]"""
        word = self.word(level, number)
        k = self.pages[number // 64][0] + (word >> 16) if level > 1 else 0
        for child in range(8):
            state = word >> child & 1 | (word >> 8 + child & 1) << 1
            yield state, k % 2**32 if state == 3 else None
            k += state == 3

    def path(self):
        """Down to a brick by the middle one of the inner children: [(level, number, child)]."""
        number = 0
        for level in range(9, 1, -1):
            children = enumerate(self.children(level, number))
            inner = [(child, below) for child, (_, below) in children if below is not None]
            child, below = inner[len(inner) // 2]
            yield level, number, child
            number = below
        yield 1, number, None


def draw_node(axes, picture, step_down, y):
    level, number, chosen = step_down
    label(axes, 12, y + 11, f"level {level}")
    label(axes, 156, y + 11, f"{'brick' if level == 1 else 'node'} {number}", ha="right")
    for child, (state, _) in enumerate(picture.children(level, number)):
        box(axes, (168 + 34 * child, y), (34, 22), f"{state:02b}", STATES[state])
    if level > 1:
        outline(axes, (168 + 34 * chosen, y), (34, 22), LINE)
        base = picture.pages[number // 64][0]
        box(axes, (452, y), (70, 22), str(picture.word(level, number) >> 16), PALE)
        label(axes, 530, y + 11, "+", ha="center")
        box(axes, (540, y), (70, 22), str(base - 2**32 if base >> 31 else base), INNER)
        label(axes, 618, y + 11, f"of page {number // 64}")


def image(data):
    axes, picture = canvas(352), Image(data)
    parts = (("header", 90), ("pages, 8 bytes each", 170), ("nodes, 4 bytes, level 9 to 2", 246),
             ("bricks, 2 bytes each", 180))
    x = 7
    for (part, width), fill in zip(parts, (UNKNOWN, INNER, PALE, PALE)):
        box(axes, (x, 318), (width, 26), part, fill)
        x += width
    for x, heading in ((168, "states of children 0 to 7"), (452, "first"), (540, "base")):
        label(axes, x, 298, heading, color=MUTED)
    for i, step_down in enumerate(picture.path()):
        draw_node(axes, picture, step_down, 264 - 27 * i)
    for i, (fill, name) in enumerate(zip(STATES, NAMES)):
        legend(axes, 12 + 124 * i, 22, [(fill, f"{i:02b} {name}")])
    legend(axes, 540, 22, [("none", "next on the path", {"edgecolor": LINE, "lw": 2})])
    return axes


# --- a step of the walk -----------------------------------------------------------------------

def code_of(cell):
    """The locational code's digits, from level 8 to 0, of a cell of the lowest layer."""
    x, y = cell
    return [(x >> level & 1) | (y >> level & 1) << 1 for level in range(8, -1, -1)]


def draw_far_plane(axes, plan, leaf, ends, axis):
    """The leaf's on this axis, the segment's event there, and the distance from the start."""
    (a, b), colour = ends, (BLUE, ORANGE)[axis]
    far = leaf[axis] + leaf[2]
    t = (far * CELL - a[axis]) / (b[axis] - a[axis])
    low, high, start, end = [0, 0], [8, 8], [-0.3, -0.3], [-0.3, -0.3]
    low[axis] = high[axis] = end[axis] = far
    start[axis] = a[axis] / CELL
    axes.plot(*zip(plan.at(*low), plan.at(*high)), "--", color=colour, lw=1.4, zorder=3)
    dot(axes, plan.at(*((a[i] + t * (b[i] - a[i])) / CELL for i in (0, 1))), colour, "white", 7)
    arrow(axes, plan.at(*start), plan.at(*end), colour, arrowstyle="<|-|>")
    middle = [(start[i] + end[i]) / 2 - 0.4 * (i != axis) for i in (0, 1)]
    note(axes, *plan.at(*middle), f"u{'xy'[axis]}", color=colour, fontsize=11)


def draw_codes(axes, old, new, y):
    """Digits of two codes, level by level, the changed ones marked; the highest level changed."""
    codes = [code_of(leaf[:2]) for leaf in (old, new)]
    count = 9 - int(math.log2(min(old[2], new[2])))
    for i, (name, code) in enumerate(zip(("old leaf", "new leaf"), codes)):
        label(axes, 392, y - 26 * i, name)
        for j in range(count):
            fill = VISITED if codes[0][j] != codes[1][j] else UNKNOWN
            box(axes, (460 + 24 * j, y - 26 * i - 11), (24, 22), str(code[j]), fill)
    note(axes, 392, y + 22, "level", ha="left")
    for j in range(count):
        note(axes, 472 + 24 * j, y + 22, 8 - j)
    return 8 - next(j for j in range(9) if codes[0][j] != codes[1][j])


def step(world):
    axes, ends = canvas(372), ((16, 88), (496, 448))
    visited = world.walk(*ends)
    old, new = next(pair for pair in zip(visited[1:], visited[2:]) if pair[1][2] > pair[0][2])
    plan = Plan(axes, (42, 42), 39)
    for leaf in world.leaves:
        if leaf[0] < 8 and leaf[1] < 8:
            empty = VISITED if leaf == old else INNER if leaf == new else UNKNOWN
            plan.square(*leaf[:3], fill=OCCUPIED if leaf[3] == "occupied" else empty)
    for axis in (0, 1):
        draw_far_plane(axes, plan, old, ends, axis)
    plan.segment(*([c / CELL for c in end] for end in ends))
    level = draw_codes(axes, old, new, 136) + 1
    plan.outline(old[0] >> level << level, old[1] >> level << level, 1 << level)
    dot(axes, (401, 222), BLUE, "white", 7)
    label(axes, 418, 222, "an event: the segment reaches a plane")
    legend(axes, 392, 354, [
        (VISITED, "the old leaf"), (INNER, "the new leaf"), (OCCUPIED, "occupied"),
        ("none", f"the common ancestor, of level {level}", {"edgecolor": "black", "lw": 2}),
        ("none", "far plane on x, and the distance to it", {"edgecolor": BLUE, "ls": "--"}),
        ("none", "far plane on y, and the distance to it", {"edgecolor": ORANGE, "ls": "--"})])
    text(axes, 392, 192, ["The locational codes, a digit for each level:"])
    text(axes, 392, 76, [f"The highest digit that changes is of level {level - 1},",
                         "so both leaves lie in the same node of",
                         f"level {level}: the path down to it is kept."])
    return axes


# --- a sweep's slab ---------------------------------------------------------------------------

LOW, HIGH, RADIUS = (200, 90), (350, 200), 56              # of the leaf, of the sphere


def distance(point):
    return math.hypot(*(max(LOW[a] - point[a], 0, point[a] - HIGH[a]) for a in (0, 1)))


def first_contact(a, b):
    """The point of the segment where it enters the grown leaf, by halving."""
    before, after = 0.0, 0.5
    for _ in range(50):
        t = (before + after) / 2
        outside = distance([a[i] + t * (b[i] - a[i]) for i in (0, 1)]) > RADIUS
        before, after = (t, after) if outside else (before, t)
    return [a[i] + after * (b[i] - a[i]) for i in (0, 1)]


def draw_grown(axes):
    size = [HIGH[a] - LOW[a] for a in (0, 1)]
    turns = [math.radians(degrees) for degrees in range(0, 361, 6)]
    centres = [((HIGH if math.cos(t) > 0 else LOW)[0], (HIGH if math.sin(t) > 0 else LOW)[1])
               for t in turns]
    rim = [(x + RADIUS * math.cos(t), y + RADIUS * math.sin(t))
           for (x, y), t in zip(centres, turns)]
    axes.add_patch(patches.Polygon(rim, facecolor=PALE, edgecolor=ORANGE))
    box(axes, LOW, size, "leaf", OCCUPIED)
    for x in (LOW[0], HIGH[0]):
        axes.plot([x, x], [10, 290], ":", color=MUTED, lw=1.2)
    for y in (LOW[1], HIGH[1]):
        axes.plot([60, 500], [y, y], ":", color=MUTED, lw=1.2)


def slab():
    axes, a, b = canvas(300), (66, 238), (500, 180)
    draw_grown(axes)
    contact = first_contact(a, b)
    for place, style in ((a, "-"), (contact, "-"), (b, ":")):
        axes.add_patch(patches.Circle(place, RADIUS, fill=False, edgecolor=BLUE, ls=style, lw=1.3,
                                      zorder=5))
    arrow(axes, a, b, LINE, lw=1.8)
    dot(axes, a)
    dot(axes, contact, LINE, "white", 7)
    for place, name in ((a, "A"), (b, "B")):
        label(axes, place[0] - 4, place[1] - 16, name, color=LINE)
    legend(axes, 530, 92, [("none", "sphere of radius r", {"edgecolor": BLUE}),
                           ("none", "the leaf's planes", {"edgecolor": MUTED, "ls": ":"}),
                           (PALE, "leaf grown by r", {"edgecolor": ORANGE})])
    dot(axes, (539, 26), LINE, "white", 7)
    label(axes, 556, 26, "first contact")
    return axes


# --- linked leaves ----------------------------------------------------------------------------

SIDES = ["x low", "x high", "y low", "y high", "z low", "z high"]
OUTSIDE = 65535


def chosen_of(found):
    """The leaf whose record is shown: all its sides in the picture, and a quad across one."""
    for number, (level, corner, following, _) in enumerate(found):
        inside = corner[2] == 0 and level == 1 and all(0 < c < 6 for c in corner[:2])
        if inside and any(len(found) <= index < OUTSIDE for index in following[:4]):
            return number
    raise ValueError("no such leaf")


def reference(index, count):
    if index == OUTSIDE:
        return "outside"
    return f"leaf {index}" if index < count else f"quad {index - count}"


def draw_record(axes, number, found, quads):
    level, _, following, _ = found[number]
    count = len(found)
    label(axes, 420, 330, f"leaf {number}, of level {level}", weight="bold")
    for i, (side, index) in enumerate(zip(SIDES, following)):
        label(axes, 420, 302 - 26 * i, side)
        fill = INNER if count <= index < OUTSIDE else PALE
        box(axes, (480, 291 - 26 * i), (90, 22), reference(index, count), fill)
    note(axes, 480, 138, "the four quarters of a face", ha="left")
    named = [index - count for index in following if count <= index < OUTSIDE]
    for j, quad in enumerate(named[:4]):
        label(axes, 420, 116 - 26 * j, f"quad {quad}")
        for q, index in enumerate(quads[quad]):
            box(axes, (480 + 52 * q, 105 - 26 * j), (52, 22), str(index), INNER)


def linked(world):
    axes, (found, quads) = canvas(360), world.linked()
    plan, chosen = Plan(axes, (20, 16), 41), chosen_of(found)
    for number, (level, (x, y, z), _, payload) in enumerate(found):
        if z == 0 and x < 8 and y < 8:
            empty = PALE if number == chosen else UNKNOWN
            fill = OCCUPIED if payload == 2 else empty
            plan.square(x, y, 1 << level, inside=str(number), fill=fill)
    level, (x, y, _), following, _ = found[chosen]
    half = (1 << level) / 2
    for index, (dx, dy) in zip(following, ((-1, 0), (1, 0), (0, -1), (0, 1))):
        start, end = ((x + half + dx * (half + by), y + half + dy * (half + by))
                      for by in (-0.3, 0.4))
        arrow(axes, plan.at(*start), plan.at(*end), BLUE if index >= len(found) else ORANGE)
    plan.outline(x, y, 1 << level, ORANGE)
    draw_record(axes, chosen, found, quads)
    text(axes, 420, 44, ["The lowest layer of cells is shown;", "other leaves lie above it."])
    return axes


def pictures(world, data):
    return {"tree": tree(), "image": image(data), "step": step(world), "slab": slab(),
            "linked": linked(world)}
