# SPDX-License-Identifier: MIT
"""Meshes, clouds and OctoMap's maps as another reader reads them: written from the formats' own
descriptions, with exact numbers. read() returns a kind and a list: of points, of faces (tuples of
corners), or of leaves (corner, size, occupied) in cells. A number that is not finite is None."""

import math
import struct
from fractions import Fraction

POINTS, FACES, LEAVES = "points", "faces", "leaves"


def decimal(word):
    return None if word.lower().lstrip("+-")[:3] in ("nan", "inf") else Fraction(word)


def exact(number):
    return Fraction(number) if math.isfinite(number) else None


def lines_of(data):
    return data.decode("utf-8-sig", "surrogateescape").split("\n")


# --- OBJ, STL, XYZ -------------------------------------------------------------------------------

def obj(data):
    corners, faces = [], []
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n").replace("\\\n", " ")
    for line in text.split("\n"):
        key, *words = line.split() or [""]
        if key == "v":
            x, y, z, *more = map(decimal, words)
            w = more[0] if len(more) == 1 else 1
            corners.append((x / w, y / w, z / w))
        elif key in ("f", "l", "p"):
            at = [int(word.split("/")[0]) for word in words]
            face = [i - 1 if i > 0 else len(corners) + i for i in at]
            if key == "f":
                faces.append(face)
            elif key == "p":
                faces.extend([i] for i in face)
            else:
                faces.extend(zip(face, face[1:]))
    if not faces:
        return POINTS, corners
    return FACES, [tuple(corners[i] for i in face) for face in faces]


def stl(data):
    count = int.from_bytes(data[80:84], "little")
    if len(data) == 84 + 50 * count:
        numbers = struct.iter_unpack("<12fH", data[84:])
        return FACES, [tuple(tuple(map(exact, n[i:i + 3])) for i in (3, 6, 9)) for n in numbers]
    words = data.decode("ascii", "replace").lower().split()
    corners = [tuple(map(decimal, words[i + 1:i + 4])) for i, word in enumerate(words)
               if word == "vertex"]
    return FACES, [tuple(corners[i:i + 3]) for i in range(0, len(corners), 3)]


def xyz(data):
    rows = [line.split() for line in lines_of(data)]
    return POINTS, [tuple(map(decimal, row[:3])) for row in rows
                    if row and not row[0].startswith(("#", "//"))]


# --- PLY -----------------------------------------------------------------------------------------

TYPES = {"char": "b", "int8": "b", "uchar": "B", "uint8": "B", "short": "h", "int16": "h",
         "ushort": "H", "uint16": "H", "int": "i", "int32": "i", "uint": "I", "uint32": "I",
         "float": "f", "float32": "f", "double": "d", "float64": "d"}


class Stream:
    """The numbers behind a PLY header, one by one."""

    def __init__(self, order, data):
        self.order, self.data, self.at = order, data, 0
        self.words = iter(data.split()) if not order else None

    def take(self, kind):
        if self.words:
            return decimal(next(self.words).decode())
        number, = struct.unpack_from(self.order + TYPES[kind], self.data, self.at)
        self.at += struct.calcsize(TYPES[kind])
        return exact(number)

    def item(self, properties):
        found = {}
        for kinds, name in properties:
            found[name] = ([self.take(kinds[1]) for _ in range(int(self.take(kinds[0])))]
                           if len(kinds) == 2 else self.take(kinds[0]))
        return found


def ply(data):
    head, _, rest = data.partition(b"end_header")
    elements, order = [], ""
    for line in lines_of(head):
        key, *words = line.split() or [""]
        if key == "format":
            order = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}[words[0]]
        elif key == "element":
            elements.append((words[0], int(words[1]), []))
        elif key == "property":
            kinds = words[1:3] if words[0] == "list" else words[:1]
            elements[-1][2].append((kinds, words[-1]))
    stream = Stream(order, rest[rest.index(b"\n") + 1:])
    items = {name: [stream.item(properties) for _ in range(count)]
             for name, count, properties in elements}
    corners = [(v["x"], v["y"], v["z"]) for v in items["vertex"]]
    faces = [face.get("vertex_indices", face.get("vertex_index"))
             for face in items.get("face", [])]
    if not faces:
        return POINTS, corners
    return FACES, [tuple(corners[int(i)] for i in face) for face in faces if face]


# --- PCD -----------------------------------------------------------------------------------------

def unpack_lzf(packed):
    """Marc Lehmann's LZF: runs of bytes, and copies of what was there before."""
    out, at = bytearray(), 0
    while at < len(packed):
        control = packed[at]
        at += 1
        if control < 32:
            out += packed[at:at + control + 1]
            at += control + 1
            continue
        length = control >> 5
        if length == 7:
            length += packed[at]
            at += 1
        begin = len(out) - ((control & 31) << 8) - packed[at] - 1
        at += 1
        for i in range(length + 2):
            out.append(out[begin + i])
    return bytes(out)


def pcd(data):
    head, at = {}, 0
    while "DATA" not in head:
        end = data.index(b"\n", at)
        key, *words = data[at:end].split() or [b"#"]
        head[key.decode()] = [word.decode() for word in words]
        at = end + 1
    points, names = int(head["POINTS"][0]), head["FIELDS"]
    counts = list(map(int, head.get("COUNT", ["1"] * len(names))))
    sizes = list(map(int, head["SIZE"]))
    if head["DATA"] == ["ascii"]:
        first = {name: sum(counts[:i]) for i, name in enumerate(names)}
        rows = [line.split() for line in lines_of(data[at:])]
        return POINTS, [tuple(decimal(row[first[a]]) for a in "xyz") for row in rows if row]
    body, columns = data[at:], []
    stride = sum(size * count for size, count in zip(sizes, counts))
    packed = head["DATA"] == ["binary_compressed"]
    if packed:
        body = unpack_lzf(body[8:8 + int.from_bytes(body[:4], "little")])
    for a in "xyz":
        i = names.index(a)
        before = sum(s * c for s, c in zip(sizes[:i], counts[:i]))
        begin, step = (before * points, sizes[i]) if packed else (before, stride)
        kind = "<f" if sizes[i] == 4 else "<d"
        columns.append([exact(struct.unpack_from(kind, body, begin + n * step)[0])
                        for n in range(points)])
    return POINTS, list(zip(*columns))


# --- OctoMap -------------------------------------------------------------------------------------

def children(corner, level):
    half = 1 << (level - 1)
    return [(tuple(c + half * (i >> a & 1) for a, c in enumerate(corner)), level - 1)
            for i in range(8)]


def bt_node(data, at, corner, level, leaves):
    bits, = struct.unpack_from("<H", data, at)
    at += 2
    for i, (where, below) in enumerate(children(corner, level)):
        kind = bits >> 2 * i & 3
        if kind == 3:
            at = bt_node(data, at, where, below, leaves)
        elif kind:
            leaves.append((where, 1 << below, kind == 2))
    return at


def ot_node(data, at, corner, level, leaves, colour):
    value, = struct.unpack_from("<f", data, at)
    there = data[at + 4 + colour]
    at += 5 + colour
    if not there:
        leaves.append((corner, 1 << level, value >= 0))
    for i, (where, below) in enumerate(children(corner, level) if there else []):
        if there >> i & 1:
            at = ot_node(data, at, where, below, leaves, colour)
    return at


def octomap(data):
    head, _, body = data.partition(b"\ndata\n")
    leaves, low = [], (-32768,) * 3
    if b"binary" in head.split(b"\n")[0]:
        bt_node(body, 0, low, 16, leaves)
    else:
        ot_node(body, 0, low, 16, leaves, 3 if b"\nid ColorOcTree" in head else 0)
    return LEAVES, leaves


READERS = {"obj": obj, "stl": stl, "xyz": xyz, "ply": ply, "pcd": pcd, "bt": octomap,
           "ot": octomap}


def read(name, data):
    return READERS[name.lower().rsplit(".", 1)[-1]](data)
