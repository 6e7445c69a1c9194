# SPDX-License-Identifier: MIT
"""MAVLink 2 as the tests speak it: frames made and read by the messages' definitions
(mavlink.io/en/messages/common.html)."""

import math
import struct

# Number: the CRC's last byte, the fields in the order of the wire.
MESSAGES = {0: (50, "<IBBBBB"), 31: (246, "<I7f"), 32: (185, "<I6f"), 76: (152, "<7fHBBB"),
            330: (23, "<Q72HHHBBffB")}


def crc(data):
    """X.25's, bit by bit."""
    value = 0xFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x8408 if value & 1 else 0)
    return value


def frame(number, *fields, system=1, component=1, sequence=[0]):
    extra, layout = MESSAGES[number]
    message = struct.pack(layout, *fields).rstrip(b"\0") or b"\0"
    sequence[0] = (sequence[0] + 1) % 256
    body = bytes([len(message), 0, 0, sequence[0], system, component]) + \
        number.to_bytes(3, "little") + message
    return b"\xFD" + body + crc(body + bytes([extra])).to_bytes(2, "little")


def read(data):
    """A datagram's one message: number, system, component, fields. Fails where it is none."""
    assert data[0] == 0xFD and data[2] == 0 and len(data) == 12 + data[1], data.hex()
    number = int.from_bytes(data[7:10], "little")
    extra, layout = MESSAGES[number]
    assert crc(data[1:-2] + bytes([extra])) == int.from_bytes(data[-2:], "little"), data.hex()
    message = data[10:-2].ljust(struct.calcsize(layout), b"\0")
    return number, data[5], data[6], struct.unpack(layout, message)


def quaternion(yaw, pitch=0.0, roll=0.0):
    """w x y z of degrees, turned by yaw, then pitch, then roll."""
    (cy, sy), (cp, sp), (cr, sr) = ((math.cos(math.radians(a) / 2), math.sin(math.radians(a) / 2))
                                    for a in (yaw, pitch, roll))
    return (cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy)
