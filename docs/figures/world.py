# SPDX-License-Identifier: MIT
"""A small map for pictures, from what the program prints: leaves, walks, and linked leaves."""

import struct
import subprocess

CELL = 64                                  # sub-cells
LOW = -16384                               # of the cube
POINTS = "0.5 0.5 0.5\n3.5 2.5 0.5\n5.5 6.5 0.5\n"
Z = LOW + 32                               # all segments lie in the lowest layer of cells


def leaves(text):
    """[(x, y, size, state)] of the lowest layer."""
    rows = [line.split() for line in text.splitlines() if line]
    return [(int(x), int(y), int(size), state) for x, y, z, size, state in rows if int(z) == 0]


class World:
    """Three occupied cells, baked in a folder."""

    def __init__(self, oct9, folder):
        self.oct9, self.path, self.folder = oct9, folder / "map.o9", folder
        points = folder / "points.xyz"
        points.write_text(POINTS)
        self.run("bake", points, "-o", self.path, "--cell", "1000")
        self.leaves = leaves(self.run("leaves", self.path))

    def run(self, *arguments, text=None):
        return subprocess.run([self.oct9, *map(str, arguments)], input=text, text=True, check=True,
                              capture_output=True).stdout

    def walk(self, a, b):
        """Between two places in sub-cells from the cube's low corner."""
        segment = f"{LOW + a[0]} {LOW + a[1]} {Z} {LOW + b[0]} {LOW + b[1]} {Z}\n"
        return leaves(self.run("walk", self.path, text=segment))

    def linked(self):
        """([(level, corner, six indices, payload)], [quad]): see docs/formats.md."""
        path = self.folder / "map.o9l"
        self.run("link", self.path, "-o", path)
        data = path.read_bytes()
        count, quads = struct.unpack_from("<2I", data, 32)
        end = 56 + 20 * count
        found = []
        for word, *following, payload, _ in struct.iter_unpack("<I8H", data[56:end]):
            level = word >> 27
            corner = [(word >> 9 * a & 511) - (1 << level) + 1 for a in range(3)]
            found.append((level, corner, following, payload))
        return found, list(struct.iter_unpack("<4H", data[end:end + 8 * quads]))
