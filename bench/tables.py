# SPDX-License-Identifier: MIT
"""The tables of docs/footprint.md, read again; and which core each board has."""

import re
import sys

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
