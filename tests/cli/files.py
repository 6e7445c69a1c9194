#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""What the tests of the host program's files have in common. OCT9 is the first argument; files are
in a separate folder; finish() ends a test."""

import atexit
import itertools
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

OCT9 = os.path.abspath(sys.argv[1])
WORK = tempfile.mkdtemp()
atexit.register(shutil.rmtree, WORK)
BEFORE = b"what was there before\n"
passed = failed = 0


def check(good, what, detail=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"cli: {what}: {detail}")


def path(name):
    return os.path.join(WORK, name)


def put(name, data):
    data = data.encode() if isinstance(data, str) else data
    os.makedirs(os.path.dirname(path(name)), exist_ok=True)
    with open(path(name), "wb") as file:
        file.write(data)
    return path(name)


def get(name):
    with open(path(name), "rb") as file:
        return file.read()


def run(*words, **more):
    more.setdefault("stdin", subprocess.DEVNULL)
    more.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([OCT9, *words], stderr=subprocess.PIPE, cwd=WORK, timeout=60, check=False,
                          **more)


def first_line(result):
    return result.stderr.decode(errors="replace").split("\n")[0]


def content(file):
    if os.path.islink(file):
        return os.readlink(file)
    with open(file, "rb") as opened:
        return opened.read()


def tree():
    return {os.path.join(folder, name): content(os.path.join(folder, name))
            for folder, _, names in os.walk(WORK) for name in names}


def refused(what, words, reason, status=1, **more):
    """The command fails with one line that has the reason; no file is other than before."""
    before = tree()
    result = run(*words, **more)
    lines = result.stderr.count(b"\n")
    good = (result.returncode == status and lines == 1 and
            re.search(reason, first_line(result)) and tree() == before)
    check(good, what, f"exit {result.returncode}, {lines} lines, not '{reason}': "
          f"{first_line(result)}{'' if tree() == before else ' (a file was changed)'}")


def command(name):
    """How a file of this name is read; behind its name."""
    ending = name.rsplit(".", 1)[-1]
    if ending in ("dat", "graph") or "/" in name:
        return "map", "--cell", "100"
    return ("bake",) if ending in ("bt", "ot") else ("bake", "--cell", "100")


def refuse(name, data, reason, label=""):
    put(name, data)
    put("out.o9", BEFORE)
    verb, *options = command(name)
    source = name.rsplit("/", 1)[0] if "/" in name else name
    refused(f"{name} {label or repr(data)[:60]}", (verb, source, "-o", "out.o9", *options),
            re.escape(name) + ": .*" + reason)
    os.remove(path(name))


def image(name, data):
    """What a good file becomes."""
    put(name, data)
    verb, *options = command(name)
    out = "good.o9"
    if os.path.exists(path(out)):
        os.remove(path(out))
    result = run(verb, name, "-o", out, *options)
    check(result.returncode == 0, f"good {name} {repr(data)[:60]}", first_line(result))
    return get(out) if result.returncode == 0 else None


def same(name, data, want):
    check(image(name, data) == want, f"{name} {repr(data)[:70]}", "is read otherwise")


def occupied(name):
    """The occupied cells: their low corners in micrometres."""
    head = get(name)
    origin, cell_um = struct.unpack("<3i", head[16:28]), struct.unpack("<I", head[28:32])[0]
    found = set()
    for line in run("leaves", name).stdout.decode().splitlines():
        *numbers, state = line.split()
        x, y, z, size = map(int, numbers)
        if state == "occupied":
            found |= {tuple(o * 1000 + (c + d) * cell_um
                            for o, c, d in zip(origin, (x, y, z), move))
                      for move in itertools.product(range(size), repeat=3)}
    return found, origin, cell_um


def finish():
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)


# --- good files ---------------------------------------------------------------------------------

OBJ = """# by hand
mtllib a.mtl
o square
v 0.5 0.5 0.5
v 3.5 0.5 0.5
v 3.5 3.5 0.5
v 0.5 3.5 0.5
vt 0 0
vn 0 0 1
s off
f 1/1/1 2/1/1 3/1/1 4/1/1
"""
VECTOR = struct.pack("<I3d", 3, 1, 0, 0)
SCAN = (struct.pack("<I", 2) + VECTOR * 2 + VECTOR + struct.pack("<I4d", 4, 1, 0, 0, 0) +
        struct.pack("<I", 0))
GRAPH = struct.pack("<I", 1) + SCAN[:4] + struct.pack("<I3d", 3, 2, 0, 0) * 2 + SCAN[60:] + bytes(4)

TOF, PLACE, ANGLE, VICON = ("state_ToF.csv", "state_Crazyflie_group00.csv",
                            "state_Crazyflie_group01.csv", "state_Vicon.csv")
FLIGHT = {
    TOF: "1000,0,0\n" + "2000,1,5\n" * 64,
    PLACE: "timeStamp,x,y,z,vx,vy,vz\n900,0,0,1,0,0,0\n1100,0,0,1,0,0,0\n",
    ANGLE: "timeStamp,a.roll,a.pitch,a.yaw,pm.mV\n900,0,0,0,3700\n1100,0,0,0,3700\n",
    VICON: "name,timeStamp,posx,posy,posz,qw,qx,qy,qz\nDrone,900,0,0,1,1,0,0,0\n",
}


def fly(name, data):
    for file, text in FLIGHT.items():
        put("flight/" + file, text if file != name else data)


def make(out, verb, source, *options):
    check(run(verb, source, "-o", out, *options).returncode == 0, out)


def make_files():
    """Points and their map, a scene, scans, a flight."""
    put("points.xyz", "0.05 0.05 0.05\n0.25 0.05 0.05\n")
    make("points.o9", "bake", "points.xyz", "--cell", "100")
    make("points.bt", "export", "points.o9")
    put("square.obj", OBJ)
    make("square.o9s", "scene", "square.obj", "--cell", "64")
    put("good.dat", "2 0 0\nNODE 1 1 1 0 0 0.5\n3 0 0\n")
    put("good.graph", GRAPH)
    fly("", "")
