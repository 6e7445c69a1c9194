#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Follows docs/packaging.md as a reader would: follow.py FOLDER [SECTION]

Makes FOLDER anew; then, for "The program" and the section, writes the blocks that are files and
runs those that are commands, in the folder and in one shell, with OCT9 as this checkout and HOME in
the folder. What the last commands print must be the block that says what it prints.

    follow.py --file NAME        prints a file of the program
    follow.py --prints SECTION   prints what that section says that it prints

The line before a block says what it is: it ends with `name`: for a file, with "prints:" for an
output, and with another colon for commands.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = re.compile(r'(?:^([^\n]+)\n)?\n((?:    [^\n]*\n|\n(?=\n*    ))+)', re.M)
FILE = re.compile(r'`([^`]*)`:$')


def section(name):
    text = (ROOT / 'docs/packaging.md').read_text()
    parts = re.split(r'^## (.*)\n', text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))[name]


def blocks(text):
    for before, block in BLOCK.findall(text):
        yield before, re.sub(r'^    ', '', block, flags=re.M)


def run(script, folder):
    environment = {k: v for k, v in os.environ.items() if k not in ('MAKEFLAGS', 'MAKELEVEL')}
    environment.update(OCT9=str(ROOT), HOME=str(folder))
    done = subprocess.run(['sh', '-ec', script], cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f'{done.stdout}\nfollow: exit status {done.returncode}')
    return done.stdout


def follow(folder, name):
    """The number of outputs that were compared with the page."""
    script, held = '', 0
    for before, block in blocks(section(name)):
        named = FILE.search(before)
        if named:
            (folder / named[1]).write_text(block)
        elif before.endswith('prints:'):
            printed = run(script, folder)
            if not printed.endswith(block):
                sys.exit(f'follow: {name}: it prints\n{printed}instead of\n{block}')
            script, held = '', held + 1
        elif before.endswith(':'):
            script += block
        else:
            sys.exit(f'follow: {name}: nothing says what this is:\n{block}')
    run(script, folder)
    return held


def block_of(name, end):
    return next(block for before, block in blocks(section(name)) if before.endswith(end))


def main():
    if sys.argv[1] == '--file':
        print(block_of('The program', f'`{sys.argv[2]}`:'), end='')
    elif sys.argv[1] == '--prints':
        print(block_of(sys.argv[2], 'prints:'), end='')
    else:
        folder = pathlib.Path(sys.argv[1]).resolve()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        held = sum(follow(folder, name) for name in ['The program', *sys.argv[2:]])
        print(f'{held} passed, 0 failed')


if __name__ == '__main__':
    main()
