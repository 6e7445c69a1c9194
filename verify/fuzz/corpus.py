#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A corpus as one file: a line for each input, its name and its bytes as base64, sorted. The name
is "-" where it is libFuzzer's, the SHA-1 of the bytes.

Usage: verify/fuzz/corpus.py pack FOLDER FILE
       verify/fuzz/corpus.py unpack FILE FOLDER"""

import base64
import hashlib
import pathlib
import sys


def pack(folder, file):
    lines = []
    for path in folder.iterdir():
        data = path.read_bytes()
        name = "-" if path.name == hashlib.sha1(data).hexdigest() else path.name
        lines.append(f"{name} {base64.b64encode(data).decode()}\n")
    file.write_text("".join(sorted(lines)))


def unpack(file, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for line in file.read_text().splitlines():
        name, data = line.split(" ")
        data = base64.b64decode(data)
        (folder / (name if name != "-" else hashlib.sha1(data).hexdigest())).write_bytes(data)


if __name__ == "__main__":
    {"pack": pack, "unpack": unpack}[sys.argv[1]](*map(pathlib.Path, sys.argv[2:]))
