# SPDX-License-Identifier: MIT
"""What docs/formats.md says that a reader must refuse, beside what reader.py cannot read: the same
readers, which raise ValueError for it."""
import bisect
import itertools
import struct
import zlib

import reader


def need(good, reason):
    if not good:
        raise ValueError(reason)


def head(data, size, length):
    """Of an image: its header's size, and the length that its counts give."""
    need(len(data) >= size, "no header")
    said, cell_um = struct.unpack_from("<I", data, 12)[0], struct.unpack_from("<I", data, 28)[0]
    if data[:4] == b"s9co":
        said, cell_um = (int.from_bytes(struct.pack("<I", n), "big") for n in (said, cell_um))
    need(said == length <= len(data), "counts, or shorter than it says")
    need(1 <= cell_um <= 67108863, "cell_um")


def refuse_image(data, root, levels, page, node, brick, children):
    pages, nodes, bricks = struct.unpack_from("<3I", data, 36)
    head(data, 96, 1120 + 8 * pages + 4 * nodes + 4 * -(-bricks // 2))
    need(max(nodes, bricks) < 1 << 26 and pages == -(-nodes // 64), "counts")
    begin = [*levels, nodes]  # of levels 9 .. 2, and where these end
    need(root <= 3 and not any(b & b >> 8 for b in brick), "a state")
    need(begin[0] == 0 and begin == sorted(begin) and (root == 3) == (nodes > 0) and
         (root != 3 or begin[1] > 0), "levels")

    def is_void(level, i):
        return brick[i] < 256 if level == 1 else node[i] >> 16 < page[i // 64][1]

    for level in range(2, 10):
        low, high = (0, bricks) if level == 2 else begin[10 - level:12 - level]
        for i in range(begin[9 - level], begin[10 - level]):
            for ref in children(level, i):
                need(ref < 0 or low <= ref < high, "an index")
                need(not is_void(level, i) or (is_void(level - 1, ref) if ref >= 0 else ref != ~2),
                     "void")
    for number, entry in enumerate(struct.unpack_from("<512H", data, 96)):
        level, ref = 9, 0 if root == 3 else ~root
        while level > 6 and ref >= 0:
            level -= 1
            ref = list(children(level + 1, ref))[number >> 3 * (level - 6) & 7]
        need(entry == (ref if ref >= 0 else 32768 + 4 * level + ~ref), "the directory")


def refuse_world(data, cell_um, tiles):
    need(1 <= len(tiles) <= 65535 and len(data) >= 40 + 20 * len(tiles), "a count")
    need(0 < cell_um <= 67108863 and cell_um % 125 == 0, "cell_um")
    places = [tile[2::-1] for tile in tiles]
    need(all(a < b for a, b in zip(places, places[1:])), "the order of tiles")
    need(all(offset + length // 4 <= len(data) // 4 for *_, offset, length, _ in tiles),
         "a tile that is cut off")


def read_tile(data):
    need(max(struct.unpack_from("<2I", data, 40)) < 1 << 23, "a tile of too many nodes")
    return reader.read_image(data, refuse_image)


def refuse_linked(data, leaves, quads, below, above):
    count = struct.unpack_from("<I", data, 32)[0]
    at, length = 56 + 20 * count, struct.unpack_from("<I", data, 12)[0]
    behind = at + 8 * quads
    head(data, 56, behind + max(0, length - behind) // 8 * 8)
    need(1 <= count <= 1 << 27 and quads <= 1 << 26, "counts")
    begin = [(0, 0), *struct.iter_unpack("<2I", data[behind:length]), (count, quads)]
    for (low, quad_low), (high, quad_high) in zip(begin, begin[1:]):
        need(low < high <= count and quad_low <= quad_high <= quads and
             high - low + quad_high - quad_low <= 65535, "a page")
    need(1 <= below <= above <= 32767, "thresholds")
    quad, code = list(struct.iter_unpack("<4H", data[at:behind])), []
    end, met = 0, 0
    for word, corner, _, payload, spare in leaves:
        level = word >> 27
        last = [x + (1 << level) - 1 for x in corner]
        need(level <= 9 and end % 8**level == 0 and
             last == [word >> 9 * a & 511 for a in range(3)], "tiling")
        need(payload <= 32767 and spare == 0, "a payload")
        code.append(end)
        end += 8**level
    need(end == 2**27, "tiling")

    def across(page, ref, level, cell, axes):
        nonlocal met
        (low, quad_low), (high, quad_high) = page
        here = bisect.bisect(code, reader.code_of(cell)) - 1
        need((ref == 65535) != (low <= here < high), "next in another page")
        if ref == 65535:
            return
        if ref < high - low:
            need(low + ref == here and leaves[here][0] >> 27 >= level, "next")
            return
        need(level > 0 and quad_low + ref - (high - low) == met < quad_high, "a quad")
        met += 1
        for q, inner in enumerate(quad[met - 1]):
            c = (q & 1) << axes[0] | (q >> 1) << axes[1]
            across(page, inner, level - 1, reader.child(cell, c, 1 << level - 1), axes)

    for page in zip(begin, begin[1:]):
        need(met == page[0][1], "quads left over")
        for word, corner, following, _, _ in leaves[page[0][0]:page[1][0]]:
            for face, ref in enumerate(following):
                cell, axis = list(corner), face // 2
                cell[axis] += 1 << (word >> 27) if face % 2 else -1
                if 0 <= cell[axis] < 512:
                    across(page, ref, word >> 27, cell, [a for a in range(3) if a != axis])
                need(0 <= cell[axis] < 512 or ref == 65535, "next beyond the cube")
    need(met == quads, "quads left over")


def in_order(root, block, pool):
    """The payloads of a tree whose blocks are found in the order of their numbers."""
    numbers = itertools.count()

    def children(level, number):
        need(level > 0 and number == next(numbers) and number < pool, "a block")
        return reader.refs(block[number])

    payloads = [leaf[4] for leaf in reader.leaves(children, *reader.refs([root]))]
    need(next(numbers) == pool, "blocks left over")
    return payloads


def refuse_scene(data, root, lists, block, index, shape):
    counts = struct.unpack_from(">4I" if data[:4] == b"s9co" else "<4I", data, 36)
    size = 52 + sum(count * each for count, each in zip(counts, (26, 16, 4, 2)))
    head(data, 52, -(-size // 4) * 4)
    need(counts[0] <= 65535 and counts[1] <= 32768 and counts[2] <= 32767 and
         counts[3] < 1 << 24 and root < 1 << 16, "counts")
    need(max(in_order(root, block, len(block))) <= len(lists), "a list's number")
    need(all(w & 255 and (w >> 8) + (w & 255) <= len(index) for w in lists), "a list")
    need(all(i < len(shape) for i in index), "an index")
    for *points, radius, _, _, kind in shape:
        need(kind <= 3, "a kind")
        corners = points[:3 * (1, 2, 2, 3)[kind]]
        radius = 0 if kind % 2 else radius
        need(-16384 <= min(corners) - radius and max(corners) + radius < 16384, "out of the cube")
        need(kind != 1 or all(a <= b for a, b in zip(points, points[3:6])), "a box inside out")


def refuse_material(data, states, codes, values):
    head(data, 40, 40 + 4 * len(codes) + 4 * -(-len(codes) // 2))
    need(0 < len(codes) <= 1 << 27 and 0 < states < 8, "counts or states")
    need(codes[0] == 0 and all(a < b for a, b in zip(codes, (*codes[1:], 1 << 27))), "a code")
    need(max(values) < 32768, "a value")


def refuse_road(data, fields, tiles, words, rows, to, begin):
    radius, unknown, reserved = fields
    halves = len(rows) + len(to)
    head(data, 48, 48 + 8 * len(tiles) + 4 * (len(words) + -(-halves // 2)))
    need(0 < len(words) <= 65532 and 0 < len(tiles) <= len(words), "a count")
    need(radius < 32768 and unknown < 2 and reserved == 0, "the sphere")
    firsts = [first for *_, first in tiles]
    need(firsts[0] == 0 and all(a < b for a, b in zip(firsts, firsts[1:] + [len(words)])),
         "a tile without vertices")
    need(all(a[2::-1] < b[2::-1] for a, b in zip(tiles, tiles[1:])), "the order of tiles")
    need([*rows] == begin[:-1:8] and begin[-1] == len(to), "rows")
    places = [word & (1 << 27) - 1 for word in words]
    need(all(a < b for i, (a, b) in enumerate(zip(places, places[1:]), 1) if i not in firsts),
         "the order of vertices")
    edges = [to[a:b] for a, b in zip(begin, begin[1:])]
    for number, others in enumerate(edges):
        need(all(a < b for a, b in zip(others, others[1:])), "the order of edges")
        need(all(other != number and number in edges[other] for other in others), "an edge")


def corrected(record):
    """The record with one wrong bit put right; unchanged if there is none, or more than one."""
    for bit in range(-1, 8 * len(record)):
        other = bytearray(record)
        if bit >= 0:
            other[bit // 8] ^= 1 << bit % 8
        if zlib.crc32(other[4:]) == int.from_bytes(other[:4], "little"):
            return bytes(other)
    return record


def read_store(flash, block_size, block_count, record_size, slots, pool):
    written = bytearray(flash)
    for block in range(block_count):
        for i in range(block_size // record_size):
            at = block * block_size + i * record_size
            if flash[at + 8:at + 12] != b"\xff" * 4:
                written[at:at + record_size] = corrected(flash[at:at + record_size])
    pages = -(-pool // (record_size // 16 - 1))
    geometry = block_size, block_count, record_size, slots
    records = [r for r in reader.records_of(bytes(written), *geometry)
               if (r[3] < pages if r[0] == 1 else r[1][1] < r[4] <= 0xFFFFFF00)
               and r[1][1] <= 0xFFFFFF00]

    def refuse(root, below, above, blocks):
        need(1 <= below <= above <= 32767, "thresholds")
        met = set()

        def children(_, number):
            need(number < pool and number not in met and len(set(blocks.get(number, ""))) > 1,
                 "a block")
            met.add(number)
            return reader.refs(blocks[number])

        list(reader.leaves(children, *reader.refs([root])))

    for commit in sorted((r for r in records if r[0] == 2), key=lambda r: r[4], reverse=True):
        need(int.from_bytes(commit[5][30:32], "little") <= pool, "a larger pool")
        try:
            return reader.read_map(records, commit, refuse)
        except ValueError:
            pass  # an older one
    raise ValueError("no whole map")


def read_packet(data):
    need(18 <= len(data) <= 65535, "its length")
    _, start, number = struct.unpack_from("<H2I", data)
    need(start and number, "its header")
    at, end = 14, len(data) - 4
    while at < end:
        need(at + 3 <= end, "a record is cut")
        record = int.from_bytes(data[at:at + 3], "little")
        node = record % 2**22
        at += 3
        if record >> 22 < 3:
            need(node & -node in [8**i for i in range(8)], "no level")
            continue
        need(at + 1 <= end, "a record is cut")
        inner = sum(data[at] >> 2 * c & 3 == 3 for c in range(4))
        need(at + 1 + 2 * inner <= end, "a record is cut")
        for cells in struct.unpack_from(f"<{inner}H", data, at + 1):
            need(not cells & cells >> 1 & 0x5555, "a state")
        at += 1 + 2 * inner
    return reader.read_packet(data)


def refusing(read, *others):
    """A reader that raises ValueError for all that is refused."""
    def reads(data):
        try:
            return read(data, *others)
        except (struct.error, LookupError) as error:
            raise ValueError(error) from error
    return reads


READERS = {".o9": refusing(reader.read_image, refuse_image),
           ".o9w": refusing(reader.read_world, refuse_world, read_tile),
           ".o9l": refusing(reader.read_linked, refuse_linked),
           ".o9s": refusing(reader.read_scene, refuse_scene),
           ".o9m": refusing(reader.read_material, refuse_material),
           ".o9r": refusing(reader.read_road, refuse_road),
           ".packet": refusing(read_packet)}
