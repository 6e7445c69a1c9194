#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the program of docs/packaging.md with the library as library.json describes it: its
sources by folder and filter, its flags, its folder of headers. build.py PROGRAM, the folder of
main.c and room.c; prints what the program says."""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def sources(build):
    """What the filter takes: +<glob> and -<glob> in turn, from the sources' folder."""
    taken = set()
    for rule in build['srcFilter']:
        found = set((ROOT / build['srcDir']).glob(rule[2:-1]))
        taken = taken | found if rule[0] == '+' else taken - found
    return sorted(taken)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    build = json.loads((ROOT / 'library.json').read_text())['build']
    flags = ' '.join(build['flags']).replace('-I ', '-I').split()
    include = f'-I{ROOT / build["includeDir"]}'
    with tempfile.TemporaryDirectory() as work:
        objects = []
        for source in sources(build):
            objects.append(f'{work}/{source.stem}.o')
            subprocess.run(['cc', '-O1', include, *flags, '-c', '-o', objects[-1], source],
                           cwd=ROOT, check=True)
        subprocess.run(['cc', '-O1', include, '-o', f'{work}/robot', program / 'main.c',
                        program / 'room.c', *objects], check=True)
        subprocess.run([f'{work}/robot'], check=True)


if __name__ == '__main__':
    main()
