#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the program of docs/packaging.md with the library as library.json describes it: its
sources by folder and filter, its flags, its folder of headers; and once more with the flag that the
page gives a project. build.py PROGRAM, the folder of main.c and room.c; prints what both say."""
import json
import pathlib
import re
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


def build(program, project_flags, variant):
    """A project's build_flags go to its own files and to its libraries."""
    library = json.loads((ROOT / 'library.json').read_text())['build']
    flags = ' '.join(library['flags']).replace('-I ', '-I').split()
    include = [f'-I{ROOT / library["includeDir"]}', *project_flags]
    with tempfile.TemporaryDirectory() as work:
        objects = []
        for source in sources(library):
            objects.append(f'{work}/{source.stem}.o')
            subprocess.run(['cc', '-O1', *include, *flags, '-c', '-o', objects[-1], source],
                           cwd=ROOT, check=True)
        subprocess.run(['cc', '-O1', *include, '-o', f'{work}/robot', program / 'main.c',
                        program / 'room.c', *objects], check=True)
        made = subprocess.check_output([ROOT / 'packaging/variant', f'{work}/robot'], text=True)
        if made.strip() != variant:
            sys.exit(f'platformio: {project_flags} made it {made.strip()}, not {variant}')
        return subprocess.check_output([f'{work}/robot'], text=True)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    section = (ROOT / 'docs/packaging.md').read_text().split('## PlatformIO\n')[1]
    flag = re.search(r'`build_flags = (\S+)`', section)[1]
    said = build(program, [], 'fast')
    if build(program, [flag], 'small') != said:
        sys.exit(f'platformio: {flag} changes what the program says')
    print(said, end='')


if __name__ == '__main__':
    main()
