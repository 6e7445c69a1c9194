# SPDX-License-Identifier: MIT
"""Surfaces of four corners, and a binary .ply of them, in metres."""

import struct

HEAD = """ply
format binary_little_endian 1.0
element vertex {}
property double x
property double y
property double z
element face {}
property list uchar uint vertex_indices
end_header
"""


class Mesh:
    def __init__(self):
        self.corners, self.faces = {}, []

    def quad(self, *corners):
        """Four corners in one plane, one after the other. Equal corners are kept once."""
        self.faces.append([self.corners.setdefault(corner, len(self.corners))
                           for corner in corners])

    def box(self, low, high):
        (a, b, c), (d, e, f) = low, high
        self.quad((a, b, c), (d, b, c), (d, e, c), (a, e, c))
        self.quad((a, b, f), (d, b, f), (d, e, f), (a, e, f))
        self.quad((a, b, c), (d, b, c), (d, b, f), (a, b, f))
        self.quad((a, e, c), (d, e, c), (d, e, f), (a, e, f))
        self.quad((a, b, c), (a, e, c), (a, e, f), (a, b, f))
        self.quad((d, b, c), (d, e, c), (d, e, f), (d, b, f))

    def write(self, file):
        file.write(HEAD.format(len(self.corners), len(self.faces)).encode())
        file.writelines(struct.pack("<3d", *corner) for corner in self.corners)
        file.writelines(struct.pack("<B4I", 4, *face) for face in self.faces)
