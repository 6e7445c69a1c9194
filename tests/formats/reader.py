#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""Reads oct9's formats, written from docs/formats.md alone. Usage: reader.py FILE... for all
but a store and a patch. `refuse` may raise an error about what was read, as refusals.py does."""
import sys
from struct import iter_unpack, pack, unpack_from
from zlib import crc32


def cell_of(code):
    return [sum((code >> 3 * i + a & 1) << i for i in range(9)) for a in range(3)]


def code_of(cell):
    return sum((cell[a] >> i & 1) << 3 * i + a for i in range(9) for a in range(3))


def child(corner, c, size):
    return [corner[a] + (c >> a & 1) * size for a in range(3)]


def leaves(children, ref, level=9, corner=(0, 0, 0)):
    """Depth first. A reference is an inner node's number; of a leaf it is ~payload."""
    if ref < 0:
        yield (level, *corner, ~ref)
        return
    for c, below in enumerate(children(level, ref)):
        yield from leaves(children, below, level - 1, child(corner, c, 1 << level - 1))


def refs(slots):
    return [~(slot & 32767) if slot >> 15 else slot for slot in slots]


def with_state(leaf, free_below, occupied_from):
    return ("leaf", *leaf, 2 if leaf[4] >= occupied_from else int(0 < leaf[4] < free_below))


def frame_of(data, magic, order="<", number=1):
    crc, version, length, *frame = unpack_from(order + "3I3iI", data, 4)
    if data[:4] != magic or version != number or crc32(data[8:length]) != crc:
        raise ValueError("magic, version or CRC")
    return ("frame", *frame)


def read_image(data, refuse=lambda *parts: None):
    frame = frame_of(data, b"oct9", number=2)
    root, pages, nodes, bricks, *rest = unpack_from("<4I6H8I", data, 32)
    page = list(iter_unpack("<2I", data[1120:1120 + 8 * pages]))
    node = unpack_from(f"<{nodes}I", data, 1120 + 8 * pages)
    brick = unpack_from(f"<{bricks}H", data, 1120 + 8 * pages + 4 * nodes)
    def children(level, i):
        word, k = (brick[i], 0) if level == 1 else (node[i], page[i // 64][0] + (node[i] >> 16))
        for c in range(8):
            state = word >> c & 1 | (word >> 8 + c & 1) << 1
            yield k % 2**32 if state == 3 else ~state
            k += state == 3
    refuse(data, root, rest[6:], page, node, brick, children)
    return [frame, ("extent", *rest[:6])] + [
        ("leaf", *leaf, leaf[4]) for leaf in leaves(children, 0 if root == 3 else ~root)]


def read_world(data, refuse=lambda *parts: None, read_tile=read_image):
    crc, version, count, *origin, cell_um = unpack_from("<3I3iI", data, 4)
    if data[:4] != b"oc9w" or version != 1 or crc32(data[8:40 + 20 * count]) != crc:
        raise ValueError("magic, version or CRC")
    tiles, found = list(iter_unpack("<3hH3I", data[40:40 + 20 * count])), []
    refuse(data, cell_um, tiles)
    for *place, _, offset, length, its_crc in tiles:
        image = data[4 * offset:4 * offset + length]
        frame, _, *those = read_tile(image)
        at = [o + 512 * cell_um * p // 1000 for o, p in zip(origin, place)]
        if frame != ("frame", *at, cell_um) or unpack_from("<I", image, 4)[0] != its_crc:
            raise ValueError("another tile")
        found += [("tile", *place), *those]
    return [("frame", *origin, cell_um)] + found


def read_linked(data, refuse=lambda *parts: None):
    frame = frame_of(data, b"oc9l")
    count, quads, below, above, *extent = unpack_from("<2I8H", data, 32)
    leaf, code = [], 0
    for word, *following, payload, spare in iter_unpack("<I8H", data[56:56 + 20 * count]):
        leaf.append((word, cell_of(code), following, payload, spare))
        code += 8 ** (word >> 27)
    refuse(data, leaf, quads, below, above)
    return [frame, ("extent", *extent)] + [
        with_state((word >> 27, *corner, payload), below, above)
        for word, corner, _, payload, _ in leaf]


def read_scene(data, refuse=lambda *parts: None):
    order = ">" if data[:4] == b"s9co" else "<"
    frame = frame_of(data, b"s9co" if order == ">" else b"oc9s", order, 2)
    root, primitives, blocks, lists, indices = unpack_from(order + "5I", data, 32)
    at, behind = 52 + 4 * lists, 52 + 4 * lists + 16 * blocks
    word = unpack_from(f"{order}{lists}I", data, 52)
    block = list(iter_unpack(order + "8H", data[at:behind]))
    index = unpack_from(f"{order}{indices}H", data, behind)
    shape = list(iter_unpack(order + "9h4H", data[behind + 2 * indices:][:26 * primitives]))
    refuse(data, root, word, block, index, shape)
    tree = leaves(lambda _, number: refs(block[number]), *refs([root]))
    return [frame] + [("primitive", *numbers) for numbers in shape] + [
        ("list", *leaf[:4], *index[word[n - 1] >> 8:][:word[n - 1] & 255])
        for leaf in tree if (n := leaf[4])]


def read_material(data, refuse=lambda *parts: None):
    frame = frame_of(data, b"oc9m")
    count, states = unpack_from("<2I", data, 32)
    codes = unpack_from(f"<{count}I", data, 40)
    values = unpack_from(f"<{count}H", data, 40 + 4 * count)
    refuse(data, states, codes, values)
    return [frame, ("states", states)] + [("run", *run) for run in zip(codes, values)]


def read_road(data, refuse=lambda *parts: None):
    frame = frame_of(data, b"oc9r", number=2)
    crc, radius, unknown, tiles, count, edges, reserved = unpack_from("<I6H", data, 32)
    tile = [unpack_from("<3hH", data, 48 + 8 * i) for i in range(tiles)]
    at = 48 + 8 * tiles
    words = unpack_from(f"<{count}I", data, at)
    rows = unpack_from(f"<{-(-count // 8)}H", data, at + 4 * count)
    to = unpack_from(f"<{edges}H", data, at + 4 * count + 2 * len(rows))
    begin = [sum(word >> 27 for word in words[:i]) for i in range(count + 1)]
    refuse(data, (radius, unknown, reserved), tile, words, rows, to, begin)
    found = [frame, ("road", crc, radius, unknown)]
    for *place, first, end in [(*t, n) for t, n in zip(tile, [t[3] for t in tile[1:]] + [count])]:
        found += [("vertex", *[512 * place[a] + (words[i] >> 9 * a & 511) for a in range(3)],
                   *to[begin[i]:begin[i + 1]]) for i in range(first, end)]
    return found


def records_of(flash, block_size, block_count, record_size, slots):
    """Good ones: kind, (slot, log, start), place in the log, page, a commit's number, bytes."""
    in_slot, in_block = block_count // slots, block_size // record_size
    for n in range(slots * in_slot * in_block):
        at = n // in_block * block_size + n % in_block * record_size
        record = flash[at:at + record_size]
        crc, log, mark, kind, page, start, number = unpack_from("<2I3sB2HI", record)
        if mark == b"o9\1" and start < in_slot and crc32(record[4:]) == crc:
            place = (n - start * in_block) % (in_slot * in_block)
            yield kind, (n // in_block // in_slot, log, start), place, page, number, record


def read_map(records, commit, refuse=lambda *parts: None):
    _, name, end, _, _, record = commit
    pages = {page: (place, body) for place, page, body in sorted(
        r[2:4] + r[5:] for r in records if r[:2] == (1, name) and r[2] < end)}
    table = b"".join(pack("<2H", page, pages[page][0]) for page in sorted(pages))
    crc, root, below, above = unpack_from("<I3H", record, 20)
    if crc32(table) != crc:
        raise ValueError("a page was lost")
    blocks = {page * (len(body) // 16 - 1) + i: slots for page, (_, body) in pages.items()
              for i, slots in enumerate(iter_unpack("<8H", body[16:]))}
    refuse(root, below, above, blocks)
    tree = leaves(lambda _, number: refs(blocks[number]), *refs([root]))
    return [("user", *record[32:96])] + [with_state(leaf, below, above) for leaf in tree]


def read_store(flash, *geometry):
    records = list(records_of(flash, *geometry))
    return read_map(records, max((r for r in records if r[0] == 2), key=lambda r: r[4]))


def read_packet(data, sender=0xA1B2C3D4):
    low, start, number, place = unpack_from("<H3I", data)
    window = [((place >> 9 * a) + 256) % 512 * 8 - 2048 for a in range(3)]  # nearest to 0 0 0
    if low != sender % 65536 or place >> 27 != 3 or data[-4:] != crc32(
            pack("<I3i", sender, *window) + data[:-4]).to_bytes(4, "little"):
        raise ValueError("sender, version or CRC")
    at, found = 14, []
    while at < len(data) - 4:
        record = int.from_bytes(data[at:at + 3], "little")
        at, state, node = at + 3 + (record >= 3 << 22), record >> 22, record % 2**22
        if state < 3:
            mark = node & -node
            found.append((mark.bit_length() // 3 + 2, cell_of(node - mark << 5), state))
        for c, states in enumerate([data[at - 1]] * 4 if state == 3 else []):
            corner, state = child(cell_of(node << 5), c, 2), states >> 2 * c & 3
            cells = int.from_bytes(data[at:at + 2], "little") if state == 3 else state * 0x5555
            found += [(0, child(corner, i, 1), cells >> 2 * i & 3) for i in range(8)]
            at += 2 * (state == 3)
    return [("run", sender, start, number)] + [
        ("tile", level, *[w + x for w, x in zip(window, corner)], state)
        for level, corner, state in found]


def patched(data, old=b""):
    """What a patch makes of a version."""
    length, old_crc, old_bytes, magic, crc, size = unpack_from("<6I", data, 12)
    if data[:4] != b"oc9p" or unpack_from("<2I", data, 4) != (crc32(data[8:length]), 1):
        raise ValueError("magic, version or CRC")
    if (old_crc, old_bytes) != (unpack_from("<I", old, 4)[0] if old else 0, len(old)):
        raise ValueError("it begins from another version")
    made, at, shift = pack("<2I", magic, crc), 36, 0
    def number():
        nonlocal at
        value = bits = 0
        while True:
            at, byte = at + 1, data[at]
            value, bits = value + (byte % 128 << bits), bits + 7
            if byte < 128:
                return value
    while at < length:
        count, is_copy = divmod(number(), 2)
        if is_copy:
            less = number()
            shift += -(less // 2) - 1 if less % 2 else less // 2
            made += old[len(made) + shift:][:count]
        else:
            made, at = made + data[at:at + count], at + count
    if len(made) != size or crc32(made[8:]) != crc:
        raise ValueError("it makes another version than it names")
    return made


if __name__ == "__main__":
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            content = file.read()
        read = {b"oct9": read_image, b"oc9w": read_world, b"oc9l": read_linked, b"oc9s": read_scene,
                b"oc9m": read_material, b"oc9r": read_road,
                b"s9co": read_scene}.get(content[:4], read_packet)
        print("\n".join(" ".join(map(str, thing)) for thing in read(content)))
