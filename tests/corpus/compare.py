# SPDX-License-Identifier: MIT
"""What oct9 bake makes of a file, beside the cells that another reader's numbers make."""

import itertools
import math
import re
import subprocess
from fractions import Fraction

import cells
import readers
from files import first_line, occupied, path, put, run

MOST_CELLS = 24   # along the longest side
CELL_MOST = 60000  # millimetres


def scaled(points, cell_mm):
    return [tuple(p * 1000 / cell_mm for p in point) for point in points]


def cell_for(numbers):
    """Millimetres, so that the longest side has at most MOST_CELLS."""
    span = max(max(axis) - min(axis) for axis in zip(*numbers))
    cell_mm = max(1, math.ceil(span * 1000 / MOST_CELLS))
    return cell_mm if cell_mm <= CELL_MOST else -(-cell_mm // 1000) * 1000


def indices(name):
    found, _, cell_um = occupied(name)
    return {tuple(p // cell_um for p in corner) for corner in found}


def bake(name, *options):
    result = run("bake", name, "-o", "out.o9", *options)
    return None if result.returncode == 0 else first_line(result), result.stderr.decode()


def against(must, may, got):
    missing, extra = must - got, got - may
    if missing or extra:
        return f"{len(missing)} cells missing, {len(extra)} too many, of {len(must)}: " \
               f"{sorted(missing | extra)[:2]}"
    return None


def of_points(name, points):
    there = [point for point in points if None not in point]
    cell_mm = cell_for(there)
    wrong, said = bake(name, "--cell", str(cell_mm))
    lost = len(points) - len(there)
    counted = re.search(r"warning: (\d+) of (\d+) points are no finite", said)
    if wrong:
        return wrong
    if (tuple(map(int, counted.groups())) if counted else (0, 0)) != (lost and (lost, len(points))
                                                                      or (0, 0)):
        return f"{lost} of {len(points)} points are left out, it says: {said}"
    want = {tuple(map(math.floor, point)) for point in scaled(there, cell_mm)}
    return against(want, want, indices("out.o9"))


def of_faces(name, faces, slack=0):
    """`slack`: how much of its largest number a corner may be off."""
    corners = [corner for face in faces for corner in face]
    cell_mm = cell_for(corners)
    unit = 1000 if cell_mm > CELL_MOST else 1  # then they are millimetres
    off = float(max(abs(p) for c in corners for p in c)) * 1000 / cell_mm * slack
    wrong, _ = bake(name, "--cell", "%.3f" % (cell_mm / unit), "--unit", "m" if unit == 1 else "mm")
    if wrong:
        return wrong
    must, may = set(), set()
    for face in faces:
        filled, touched = cells.cells_of(tuple(scaled(face, cell_mm)), off)
        must |= filled
        may |= touched
    return against(must, may, indices("out.o9"))


def of_leaves(name, leaves):
    """Free cells count, too."""
    wrong, _ = bake(name)
    if wrong:
        return wrong
    want = {}
    for corner, size, full in leaves:
        for move in itertools.product(range(size), repeat=3):
            want[tuple(c + d for c, d in zip(corner, move))] = full
    got = {}
    info = run("info", "out.o9").stdout.decode()
    low = [Fraction(n) for n in re.search(r"origin\s+(\S+) (\S+) (\S+)", info).groups()]
    cell = Fraction(re.search(r"cell\s+(\S+)", info).group(1))
    for line in run("leaves", "out.o9").stdout.decode().splitlines():
        *numbers, state = line.split()
        x, y, z, size = map(int, numbers)
        if state != "unknown":
            for move in itertools.product(range(size), repeat=3):
                at = (p / cell + c + d for p, c, d in zip(low, (x, y, z), move))
                got[tuple(map(int, at))] = state == "occupied"
    differ = [at for at in want.keys() | got.keys() if want.get(at) != got.get(at)]
    return f"{len(differ)} of {len(want)} cells differ: {differ[:2]}" if differ else None


def by_assimp(program, name, most):
    """The faces that Assimp reads; None: it does not read the file, or there are too many."""
    result = subprocess.run([program, path(name)], capture_output=True, text=True, timeout=60,
                            check=False)
    lines = [line.split() for line in result.stdout.splitlines()]
    if result.returncode or len(lines) > most:
        return None
    return [tuple(tuple(map(Fraction, words[i:i + 3])) for i in range(0, len(words), 3))
            for words in lines if words]


def differences(name, data):
    """None, or what is wrong."""
    put(name, data)
    kind, found = readers.read(name, data)
    if kind == readers.POINTS:
        return of_points(name, found)
    return (of_faces if kind == readers.FACES else of_leaves)(name, found)
