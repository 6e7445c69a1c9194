#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""Reads oct9's five formats, as docs/formats.md tells and from nothing else.
Usage: reader.py [--store BLOCK_SIZE,BLOCK_COUNT,RECORD_SIZE,SLOTS,POOL] FILE...

A line for each thing that a file holds: frame, extent; leaf LEVEL X Y Z PAYLOAD STATE; primitive A
B C RADIUS ID CATEGORY KIND; list LEVEL X Y Z PRIMITIVES; user BYTES; run SENDER START NUMBER; tile
LEVEL X Y Z STATE, in cells of the world. Or "refused:" and the reason."""
import itertools
import struct
import sys
import zlib


def need(good, reason):
    if not good:
        raise ValueError(reason)


def cell_of(code):
    return [sum((code >> 3 * i + a & 1) << i for i in range(9)) for a in range(3)]


def child(corner, c, size):
    return [corner[a] + (c >> a & 1) * size for a in range(3)]


def leaves(children, ref, level=9, corner=(0, 0, 0)):
    """Depth first. A reference is an inner node's number, or of a leaf ~payload."""
    if ref < 0:
        yield (level, *corner, ~ref)
        return
    for c, below in enumerate(children(level, ref)):
        yield from leaves(children, below, level - 1, child(corner, c, 1 << level - 1))


def slots(words):
    return [~(word & 32767) if word >> 15 else word for word in words]


def state_of(payload, free_below, occupied_from):
    return 2 if payload >= occupied_from else int(0 < payload < free_below)


def head(data, magic, size, order="<"):
    """Of an image: its length and frame."""
    need(len(data) >= size and data[:4] == magic, "no header")
    crc, version, length, *frame = struct.unpack_from(order + "3I3iI", data, 4)
    need(version == 1 and len(data) >= length, "version, or shorter than it says")
    need(zlib.crc32(data[8:length]) == crc, "CRC")
    need(1 <= frame[3] <= 67108863, "cell_um")
    return length, ("frame", *frame)


def read_image(data):
    length, frame = head(data, b"oct9", 96)
    root, pages, nodes, bricks, *rest = struct.unpack_from("<4I6H8I", data, 32)
    at = 96 + 8 * pages
    need(max(nodes, bricks) < 1 << 26 and pages == -(-nodes // 64) and
         length == at + 4 * nodes + 4 * -(-bricks // 2), "counts")
    page = struct.unpack_from(f"<{2 * pages}I", data, 96)
    node = struct.unpack_from(f"<{nodes}I", data, at)
    brick = struct.unpack_from(f"<{bricks}H", data, at + 4 * nodes)
    begin = [*rest[6:], nodes]  # of levels 9 .. 2, and where these end
    need(root <= 3 and not any(b & b >> 8 for b in brick), "a state")
    need(begin[0] == 0 and begin == sorted(begin) and (root == 3) == (nodes > 0) and
         (root != 3 or begin[1] > 0), "levels")

    def is_void(level, i):
        return brick[i] < 256 if level == 1 else node[i] >> 16 < page[i // 64 * 2 + 1]

    def children(level, i):
        word, k = (brick[i], 0) if level == 1 else (node[i], page[i // 64 * 2] + (node[i] >> 16))
        for c in range(8):
            state = word >> c & 1 | (word >> 8 + c & 1) << 1
            yield k % 2**32 if state == 3 else ~state
            k += state == 3

    for level in range(2, 10):
        low, high = (0, bricks) if level == 2 else begin[10 - level:12 - level]
        for i in range(begin[9 - level], begin[10 - level]):
            for ref in children(level, i):
                need(ref < 0 or low <= ref < high, "an index")
                need(not is_void(level, i) or (is_void(level - 1, ref) if ref >= 0 else ref != ~2),
                     "void")
    return [frame, ("extent", *rest[:6])] + [
        ("leaf", *leaf, leaf[4]) for leaf in leaves(children, 0 if root == 3 else ~root)]


def read_linked(data):
    length, frame = head(data, b"oc9l", 56)
    count, quads, below, above, *extent = struct.unpack_from("<2I8H", data, 32)
    at = 56 + 20 * count
    need(1 <= count and count + quads <= 65535 and length == at + 8 * quads, "counts")
    need(1 <= below <= above <= 32767, "thresholds")
    quad = list(struct.iter_unpack("<4H", data[at:length]))
    leaf, end, met = [], 0, 0
    for word, *following, payload, spare in struct.iter_unpack("<I8H", data[56:at]):
        level, corner = word >> 27, cell_of(end)
        last = [x + (1 << level) - 1 for x in corner]
        need(level <= 9 and end % 8**level == 0 and
             last == [word >> 9 * a & 511 for a in range(3)], "tiling")
        need(payload <= 32767 and spare == 0, "a payload")
        leaf.append((level, corner, following, payload))
        end += 8**level
    need(end == 2**27, "tiling")

    def across(ref, level, cell, axes):
        nonlocal met
        if ref < count:
            its, corner = leaf[ref][:2]
            need(its >= level and all(0 <= a - b < 1 << its for a, b in zip(cell, corner)), "next")
            return
        need(level > 0 and ref - count == met < quads, "a quad")
        met += 1
        for q, inner in enumerate(quad[ref - count]):
            c = (q & 1) << axes[0] | (q >> 1) << axes[1]
            across(inner, level - 1, child(cell, c, 1 << level - 1), axes)

    for level, corner, following, _ in leaf:
        for face, ref in enumerate(following):
            cell, axis = list(corner), face // 2
            cell[axis] += 1 << level if face % 2 else -1
            if 0 <= cell[axis] < 512:
                across(ref, level, cell, [a for a in range(3) if a != axis])
            need(0 <= cell[axis] < 512 or ref == 65535, "next beyond the cube")
    need(met == quads, "quads left over")
    return [frame, ("extent", *extent)] + [
        ("leaf", level, *corner, p, state_of(p, below, above)) for level, corner, _, p in leaf]


def read_scene(data):
    order = ">" if data[:4] == b"s9co" else "<"
    length, frame = head(data, b"s9co" if order == ">" else b"oc9s", 52, order)
    root, primitives, blocks, lists, indices = struct.unpack_from(order + "5I", data, 32)
    size = 52 + 4 * lists + 16 * blocks + 2 * indices + 26 * primitives
    need(primitives <= 65535 and blocks <= 32768 and lists <= 32767 and indices < 1 << 24 and
         root < 1 << 16 and length == -(-size // 4) * 4, "counts")
    word = struct.unpack_from(f"{order}{lists}I", data, 52)
    block = struct.unpack_from(f"{order}{8 * blocks}H", data, 52 + 4 * lists)
    index = struct.unpack_from(f"{order}{indices}H", data, 52 + 4 * lists + 16 * blocks)
    shape = list(struct.iter_unpack(order + "9h4H", data[size - 26 * primitives:size]))
    numbers = itertools.count()

    def children(level, number):
        need(level > 0 and number == next(numbers) and number < blocks, "a block")
        return slots(block[8 * number:8 * number + 8])

    found = list(leaves(children, *slots([root])))
    need(next(numbers) == blocks and all(leaf[4] <= lists for leaf in found), "blocks or lists")
    need(all(w & 255 and (w >> 8) + (w & 255) <= indices for w in word), "a list")
    need(all(i < primitives for i in index), "an index")
    for *points, radius, _, _, kind in shape:
        need(kind <= 3, "a kind")
        corners = points[:3 * (1, 2, 2, 3)[kind]]
        radius = 0 if kind % 2 else radius
        need(min(corners) - radius >= 0 and max(corners) + radius <= 32767, "out of the cube")
        need(kind != 1 or all(a <= b for a, b in zip(points, points[3:6])), "a box inside out")
    return [frame] + [("primitive", *p) for p in shape] + [
        ("list", *leaf[:4], *index[word[n - 1] >> 8:][:word[n - 1] & 255])
        for leaf in found if (n := leaf[4])]


def mended(data):
    """A record, with one wrong bit put right; None if more is wrong or nothing was written."""
    for bit in range(-1, 8 * len(data) if data[8:12] != b"\xff" * 4 else -1):
        record = bytearray(data)
        if bit >= 0:
            record[bit // 8] ^= 1 << bit % 8
        if zlib.crc32(record[4:]) == int.from_bytes(record[:4], "little"):
            return record
    return None


def read_tree(commit, pages, record_size, pool):
    root, below, above = struct.unpack_from("<3H", commit, 24)
    need(1 <= below <= above <= 32767, "thresholds")
    blocks, met = {}, set()
    for page, (_, record) in pages.items():
        for i, words in enumerate(struct.iter_unpack("<8H", record[16:])):
            blocks[page * (record_size // 16 - 1) + i] = words

    def children(level, number):
        words = blocks.get(number, (32768,) * 8)
        need(level > 0 and number < pool and number not in met and len(set(words)) > 1, "a block")
        met.add(number)
        return slots(words)

    found = list(leaves(children, *slots([root])))
    return [("user", *commit[32:96])] + [
        ("leaf", *leaf, state_of(leaf[4], below, above)) for leaf in found]


def read_store(flash, block_size, block_count, record_size, slot_count, pool):
    slot_blocks, per_block = block_count // slot_count, block_size // record_size
    logs, commits = {}, []
    for block, i in itertools.product(range(slot_count * slot_blocks), range(per_block)):
        at = block * block_size + i * record_size
        record = mended(flash[at:at + record_size])
        if record is None:
            continue
        log, mark, kind, page, start, number = struct.unpack_from("<I3sB2HI", record, 4)
        if mark != b"o9\1" or start >= slot_blocks or log > 0xFFFFFF00:
            continue
        name = block // slot_blocks, log, start
        place = (block - start) % slot_blocks * per_block + i
        if kind == 1 and page < -(-pool // (record_size // 16 - 1)):
            logs.setdefault(name, []).append((place, page, record))
        elif kind == 2 and log < number <= 0xFFFFFF00:
            commits.append((number, place, name, record))
    for _, end, name, commit in sorted(commits, reverse=True):
        pages = {page: (place, record) for place, page, record in sorted(logs.get(name, []))
                 if place < end}
        table = b"".join(struct.pack("<2H", page, pages[page][0]) for page in sorted(pages))
        need(int.from_bytes(commit[30:32], "little") <= pool, "a larger pool")
        try:
            need(zlib.crc32(table) == int.from_bytes(commit[20:24], "little"), "a page was lost")
            return read_tree(commit, pages, record_size, pool)
        except ValueError:
            pass  # an older one
    raise ValueError("no whole map")


def read_packet(data):
    need(32 <= len(data) <= 65535, "its length")
    mark, sender, start, number, *window = struct.unpack_from("<4s3I3i", data)
    at, end, found = 28, len(data) - 4, [("run", sender, start, number)]
    need(mark == b"o9\2\0" and start and number and not any(x % 8 for x in window), "its header")
    need(zlib.crc32(data[:end]) == int.from_bytes(data[end:], "little"), "CRC")

    def take(form):
        nonlocal at
        at += struct.calcsize(form)
        need(at <= end, "a record is cut")
        return struct.unpack_from(form, data, at - struct.calcsize(form))

    def tell(level, corner, state):
        need(state != 3, "a state")
        world = [(w + x + 2**31) % 2**32 - 2**31 for w, x in zip(window, corner)]
        found.append(("tile", level, *world, state))

    while at < end:
        node, states = take("<IH")
        level, corner = node >> 27, cell_of(node)
        need(2 <= level <= 5 and node % 2**27 % 8**level == 0, "a node")
        if level > 2:
            need(states == (states & 3) * 0x5555, "states of a larger node")
            tell(level, corner, states & 3)
        for c in range(8 if level == 2 else 0):
            place, state = child(corner, c, 2), states >> 2 * c & 3
            if state != 3:
                tell(1, place, state)
                continue
            cells, = take("<H")
            for i in range(8):
                tell(0, child(place, i, 1), cells >> 2 * i & 3)
    return found


KINDS = {b"oct9": read_image, b"oc9l": read_linked, b"oc9s": read_scene, b"s9co": read_scene}


def main(words):
    store = words[:1] == ["--store"] and [int(x) for x in words[1].split(",")]
    for path in words[2:] if store else words:
        with open(path, "rb") as file:
            data = file.read()
        try:
            found = read_store(data, *store) if store else KINDS.get(data[:4], read_packet)(data)
            print("\n".join(" ".join(map(str, words)) for words in found))
        except ValueError as error:
            print("refused:", error)


if __name__ == "__main__":
    main(sys.argv[1:])
