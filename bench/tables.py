# SPDX-License-Identifier: MIT
"""What was measured on the boards: bench/footprint.json, which makes docs/footprint.md's tables;
and which core each board has.

The file has for each table its parts, each with an opening sentence or none, a head, and rows. A
row is its name and one value for each column: a number, mean and most seen, or a text."""

import json
import pathlib
import re
import sys

DATA = pathlib.Path("bench/footprint.json")

# The group of the checks that a robot asks most, which has separate tables.
MAIN = {
    "point": "a point",
    "cast": "a ray of 5 m",
    "fan": "64 rays of 4 m, as of an 8 x 8 sensor of 45 degrees",
    "sphere": "a sphere of 0.15 m at rest",
    "swept_sphere": "a sphere of 0.15 m that goes 1 m",
    "path": "a sphere of 0.15 m along 2 x 0.5 m",
    "box": "a box of 3 x 3 x 3 cells at rest",
    "swept_box": "a box of 3 x 3 x 3 cells that goes 1 m",
    "obb": "a box of 0.6 x 0.4 x 0.3 m in any pose",
    "clearance": "the nearest obstacle within 2 m",
}

# Columns: what is counted depends on the core and the compiler alone, so boards of one core share
# one; where they differ the report fails.
CORES = {
    "Cortex-M0": ["microbit"],
    "Cortex-M3": ["mps2-an385", "lm3s6965evb", "stm32vldiscovery"],
    "Cortex-M4": ["mps2-an386", "netduinoplus2"],
    "Cortex-M7": ["mps2-an500"],
    "Cortex-M33": ["mps2-an505"],
    "Cortex-M55": ["mps3-an547"],
    "RV32IMAC": ["riscv-virt", "sifive_e"],
    "Cortex-M0+, cycles": ["pico"],
    "AVR, cycles": ["mega2560"],
}


def core_of(board):
    for core, boards in CORES.items():
        if board in boards:
            return core
    sys.exit(f"bench/tables.py: CORES does not name {board}")


def mhz_of(board):
    """Its clock, as its board.mk says; 0: there is none."""
    folder = next(pathlib.Path("boards").glob(f"*/{board}.ld")).parent
    flags = re.search(rf"^BOARD_FLAGS_{board} :=((?:.*\\\n)*.*)", (folder / "board.mk").read_text(),
                      re.M)[1]
    clock = re.search(r"BOARD_CLOCK_HZ=(\d+)000000u", flags)
    return int(clock[1]) if clock else 0


def number(value):
    return round(value, 1) if value < 100 and value != int(value) else round(value)


def part(head, rows, what=""):
    return {"what": what, "head": head, "rows": rows}


def save(tables):
    """Writes these tables into the file, each row in a line."""
    def text(one):
        rows = ",\n".join(json.dumps(row) for row in one["rows"])
        return (f'{{"what": {json.dumps(one["what"])},\n"head": {json.dumps(one["head"])},\n'
                f'"rows": [\n{rows}]}}')
    parts = {name: ",\n".join(map(text, table)) for name, table in (load() | tables).items()}
    DATA.write_text("{" + ",\n".join(f'"{name}": [{table}]' for name, table in parts.items())
                    + "}\n")


def load():
    return json.loads(DATA.read_text())


def values(table):
    """{(row, column): value} of all parts of a table."""
    return {(row[0], column): value for one in table for row in one["rows"]
            for column, value in zip(one["head"][1:], row[1:])}


def text_of(value):
    if isinstance(value, list):
        return " / ".join(map(text_of, value))
    return value if isinstance(value, str) else f"{value:,}"


def markdown(table):
    """A table's parts as a page has them."""
    lines = []
    for one in table:
        rules = ("---" if isinstance(value, str) else "---:" for value in one["rows"][0])
        lines += ["", one["what"], ""] if one["what"] else [""]
        lines += [f"| {' | '.join(one['head'])} |", f"|{'|'.join(rules)}|"]
        lines += [f"| {' | '.join(map(text_of, row))} |" for row in one["rows"]]
    return "\n".join(lines).strip() + "\n"


def cells(text):
    """{(row, column): cell} of all Markdown tables in a text."""
    found, head = {}, None
    for line in text.splitlines():
        parts = [part.strip() for part in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            head = None
        elif head is None:
            head = parts
        elif not set(line) <= set("|-: "):
            found.update({(parts[0], name): cell for name, cell in zip(head[1:], parts[1:])})
    return found


def block(document, name):
    """What stands between a document's markers of that name."""
    return re.search(f"<!-- {name} -->\n(.*?)<!-- /{name} -->", document, re.S)[1]


def numbers(cell):
    return [float(n.replace(",", "")) for n in re.findall(r"\d[\d,]*(?:\.\d+)?", cell)]
