#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Reads the module's Kconfig as Zephyr does, by Kconfiglib, every warning an error: OCT9 and
OCT9_SMALL are choices that are off and can be made, the second one only after the first. Prints
CONFIG_OCT9 and CONFIG_OCT9_SMALL as CMake options, once they are made. Reads ESP-IDF's Kconfig
alike, which has the second one alone."""
import pathlib
import tempfile

import kconfiglib
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]


def choose(path, names):
    """The CMake options once each name was chosen, in their order, as all menus are read."""
    with tempfile.NamedTemporaryFile('w', suffix='Kconfig') as file:
        file.write(f'menu "oct9"\nsource "{ROOT / path}"\nendmenu\n')
        file.flush()
        kconfig = kconfiglib.Kconfig(file.name, warn_to_stderr=False)
    options = []
    for name in names:
        symbol = kconfig.syms[name]
        if symbol.type != kconfiglib.BOOL or symbol.str_value != 'n' or symbol.assignable != (0, 2):
            raise SystemExit(f'kconfig: {path}: {symbol}')
        symbol.set_value('y')
        options.append(f'-DCONFIG_{name}={symbol.str_value}')
    others = {symbol.name for symbol in kconfig.unique_defined_syms} - set(names)
    if kconfig.warnings or others:
        raise SystemExit(f'kconfig: {path}: {kconfig.warnings} {others}')
    return options


def main():
    module = yaml.safe_load((ROOT / 'zephyr/module.yml').read_text())
    choose('Kconfig', ['OCT9_SMALL'])
    print(*choose(module['build']['kconfig'], ['OCT9', 'OCT9_SMALL']))


if __name__ == '__main__':
    main()
