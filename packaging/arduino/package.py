#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs an Arduino library: package.py ZIP AMALGAM MAP, of the two files in AMALGAM, the example
with its map, and what stands beside this script. The same files make the same bytes."""
import pathlib
import sys
import zipfile

HERE = pathlib.Path(__file__).parent


def main():
    target, amalgam, room = map(pathlib.Path, sys.argv[1:])
    files = {
        'library.properties': HERE / 'library.properties',
        'LICENSE': HERE / '../../LICENSE',
        'src/oct9.h': amalgam / 'oct9.h',
        'src/oct9.c': amalgam / 'oct9.c',
        'examples/Table/Table.ino': HERE / 'Table/Table.ino',
        'examples/Table/room.c': room,
    }
    with zipfile.ZipFile(target, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, path in files.items():
            archive.writestr(zipfile.ZipInfo('oct9/' + name), path.read_bytes(),
                             zipfile.ZIP_DEFLATED)


if __name__ == '__main__':
    main()
