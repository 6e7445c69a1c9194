# SPDX-License-Identifier: MIT
"""Which cells a face touches: those that it must fill and those that it may fill.

A cell and a triangle have no point in common iff one of 13 axes separates them. How far they are
apart along it, by the axis' length in the norm that belongs to cubes, is how much the cell must
grow to touch: the margin. It is computed in floats; if it is near 0, again in whole numbers.
Lengths are in cells, corners are exact numbers."""

import functools
import itertools
import math

NEAR = 1e-9       # what floats cannot decide
RESERVE = 1e-6    # oct9 errs on the occupied side: it may fill a cell that a face misses by less
FLOATS = 1e-7


def minus(a, b):
    return [p - q for p, q in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def axes_of(corners):
    """Normal and crossed edges, each with the size that it has if nothing is parallel."""
    edges = [minus(corners[(i + 1) % 3], corners[i]) for i in range(3)]
    lengths = [sum(map(abs, edge)) for edge in edges]
    axes = [((1, 0, 0), 1), ((0, 1, 0), 1), ((0, 0, 1), 1),
            (cross(edges[0], edges[1]), lengths[0] * lengths[1])]
    for edge, length in zip(edges, lengths):
        axes += [((0, -edge[2], edge[1]), length), ((edge[2], 0, -edge[0]), length),
                 ((-edge[1], edge[0], 0), length)]
    return axes


def margin_of(corners, axes, centre, half, certain):
    """None: these numbers are too coarse to say."""
    relative = [minus(corner, centre) for corner in corners]
    most = None
    for axis, size in axes:
        norm = abs(axis[0]) + abs(axis[1]) + abs(axis[2])
        if norm <= certain * size:
            if certain:
                return None
            continue
        along = [dot(axis, corner) for corner in relative]
        apart = max(min(along), -max(along)) / norm - half
        most = apart if most is None or apart > most else most
        if most > 0.5:
            return most
    return most


class Triangle:
    def __init__(self, corners):
        self.exact = corners
        self.floats = [[float(p) for p in corner] for corner in corners]
        self.spans = [(min(axis), max(axis)) for axis in zip(*self.floats)]

    @functools.cached_property
    def axes(self):
        return axes_of(self.floats)

    def margin(self, cell):
        centre = [c + 0.5 for c in cell]
        found = margin_of(self.floats, self.axes, centre, 0.5, FLOATS)
        return self.exact_margin(cell) if found is None or abs(found) < 2 * NEAR else found

    @functools.cached_property
    def whole(self):
        """The corners in whole numbers of 1 / scale, and each axis with its length."""
        scale = 2 * math.lcm(*(p.denominator for corner in self.exact for p in corner))
        corners = [[int(p * scale) for p in corner] for corner in self.exact]
        axes = [(axis, sum(map(abs, axis))) for axis, _ in axes_of(corners) if any(axis)]
        return scale, [(axis, norm, [dot(axis, corner) for corner in corners])
                       for axis, norm in axes]

    def exact_margin(self, cell):
        """The sign is exact: 0 is a touch."""
        scale, axes = self.whole
        centre = [(2 * c + 1) * scale // 2 for c in cell]
        most = None
        for axis, norm, along in axes:
            at = dot(axis, centre)
            gap = 2 * max(min(along) - at, at - max(along)) - scale * norm
            apart = gap / (2 * norm * scale)
            most = apart if most is None or apart > most else most
        return most

    def is_far(self, low, high, slack):
        """Whether no cell of a block can be within `slack`, as far as floats can say."""
        half = max(q - p for p, q in zip(low, high)) / 2
        centre = [p + half for p in low]
        found = margin_of(self.floats, self.axes, centre, half, FLOATS)
        return found is not None and found > slack + 2 * NEAR

    def margins(self, slack):
        """The cells within `slack`, and how far each is: blocks of cells are halved."""
        more = slack + 2 * NEAR
        low = [math.floor(p - more) for p, _ in self.spans]
        high = [math.floor(q + more) + 1 for _, q in self.spans]
        if all(q - p == 1 for p, q in zip(low, high)):
            yield tuple(low), -more
            return
        blocks = [(low, high)]
        while blocks:
            low, high = blocks.pop()
            size, axis = max((q - p, a) for a, (p, q) in enumerate(zip(low, high)))
            if size == 1:
                apart = self.margin(low)
                if apart <= slack:
                    yield tuple(low), apart
            elif not self.is_far(low, high, slack):
                middle = low[axis] + size // 2
                blocks.append((low, [middle if a == axis else p for a, p in enumerate(high)]))
                blocks.append(([middle if a == axis else p for a, p in enumerate(low)], high))


def fan(face, first):
    turned = face[first:] + face[:first]
    return [(turned[0], turned[i], turned[i + 1]) for i in range(1, len(turned) - 1)]


def normal_of(face):
    total = [0, 0, 0]
    for a, b in zip(face, face[1:] + face[:1]):
        total = [p + q for p, q in zip(total, cross(a, b))]
    return total


def bend(face):
    """How far the corners are from the plane of the face; None: it has no area."""
    normal = normal_of(face)
    length = math.sqrt(float(dot(normal, normal)))
    if length == 0:
        return None
    heights = [dot(normal, minus(corner, face[0])) for corner in face]
    return float(max(heights) - min(heights)) / length


def is_convex(face):
    normal = normal_of(face)
    return all(dot(cross(minus(b, a), minus(c, b)), normal) >= 0 for a, b, c in
               zip(face, face[1:] + face[:1], face[2:] + face[:2]))


def inside(face, cell):
    """Whether a cell that no side of a flat face touches has a point of its inside. The face cuts
    the cell whole or not at all, so that one point of its plane there decides."""
    normal = normal_of(face)
    up = max(range(3), key=lambda a: abs(normal[a]))
    u, v = [a for a in range(3) if a != up]
    corners = [tuple(c + d for c, d in zip(cell, move))
               for move in itertools.product((0, 1), repeat=3)]
    heights = [dot(normal, minus(corner, face[0])) for corner in corners]
    below, above = min(heights), max(heights)
    if below > 0 or above < 0:
        return False
    a, b = corners[heights.index(below)], corners[heights.index(above)]
    part = -below / (above - below)
    place = [p + part * (q - p) for p, q in zip(a, b)]
    turns = False
    for p, q in zip(face, face[1:] + face[:1]):
        if (p[v] > place[v]) != (q[v] > place[v]):
            at = p[u] + (place[v] - p[v]) * (q[u] - p[u]) / (q[v] - p[v])
            turns ^= at > place[u]
    return turns


def sides(face):
    return [Triangle((a, b, b)) for a, b in zip(face, face[1:] + face[:1])]


@functools.cache
def cells_of(face, slack=0):
    """What must and what may be filled, if no corner is off by more than `slack`."""
    if len(face) <= 3:
        triangle = Triangle((face + face[-1:] * 2)[:3])
        found = list(triangle.margins(slack + RESERVE))
        return {c for c, apart in found if apart <= -slack}, {c for c, _ in found}
    off = bend(face)
    reach = slack + (off or 0)
    if off is not None and is_convex(face):
        must = {c for t in fan(face, 0) for c, apart in Triangle(t).margins(reach + RESERVE)
                if apart <= -reach}
    else:
        must = {c for side in sides(face) for c, apart in side.margins(slack + RESERVE)
                if apart <= -slack}
    if off is None or off > 0 or slack > 0 or is_convex(face):
        starts = range(len(face)) if off != 0 or not is_convex(face) else (0,)
        may = {c for first in starts for t in fan(face, first)
               for c, _ in Triangle(t).margins(reach + RESERVE)}
        return must, may
    touched = {c for side in sides(face) for c, _ in side.margins(RESERVE)}
    spans = [range(math.floor(min(p)), math.floor(max(p)) + 1) for p in zip(*face)]
    filled = {c for c in itertools.product(*spans) if c not in touched and inside(face, c)}
    return must | filled, touched | filled
