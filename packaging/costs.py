#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""The figures of docs/packaging.md, which the checks of make packaging measure.

    packaging/costs.py FOLDER TABLE ROW BYTES...   keeps what was measured, in FOLDER; exits with 1
                                                   if the page's row has another figure, by more
                                                   than 2 %
    packaging/costs.py FOLDER --write              writes all that FOLDER keeps into the page

A row is named by its first cell, without its marks, and the page has its other words."""

import pathlib
import sys

sys.path.insert(0, 'bench')
from tables import block, numbers

PAGE = pathlib.Path('docs/packaging.md')
STALE = 0.02


def line_of(page, table, name):
    """A table's row in the page: its line, and its cells."""
    for line in block(page, table).splitlines():
        cells = [cell.strip() for cell in line.strip('|').split('|')]
        if cells[0].replace('`', '') == name:
            return line, cells
    sys.exit(f'{PAGE}: the table {table} has no row "{name}"')


def check(folder, table, name, measured):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f'{table} {name}').write_text(' '.join(map(str, measured)))
    _, cells = line_of(PAGE.read_text(), table, name)
    typed = [numbers(cell)[0] for cell in cells[-len(measured):]]
    if any(abs(old - new) > STALE * new for old, new in zip(typed, measured)):
        print(f'{PAGE}: "{name}" has {cells[-len(measured):]}, but {measured} were measured: '
              'make packaging-costs writes them')
        return 1
    return 0


def write(folder):
    page = PAGE.read_text()
    for kept in sorted(folder.iterdir()):
        table, name = kept.name.split(' ', 1)
        line, cells = line_of(page, table, name)
        measured = [f'{int(word):,}' for word in kept.read_text().split()]
        cells[-len(measured):] = measured
        page = page.replace(line, f'| {" | ".join(cells)} |')
    PAGE.write_text(page)
    return 0


def main():
    folder = pathlib.Path(sys.argv[1])
    if sys.argv[2:] == ['--write']:
        return write(folder)
    table, name, *measured = sys.argv[2:]
    return check(folder, table, name, [int(word) for word in measured])


if __name__ == '__main__':
    sys.exit(main())
