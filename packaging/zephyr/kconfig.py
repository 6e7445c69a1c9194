#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Reads the module's Kconfig as Zephyr does, by Kconfiglib, every warning an error: OCT9 is a
choice that is off, and can be made. Prints CONFIG_OCT9 as a CMake option, once it is made."""
import pathlib
import tempfile

import kconfiglib
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    module = yaml.safe_load((ROOT / 'zephyr/module.yml').read_text())
    with tempfile.NamedTemporaryFile('w', suffix='Kconfig') as file:
        file.write(f'menu "oct9"\nosource "{ROOT / module["build"]["kconfig"]}"\nendmenu\n')
        file.flush()
        kconfig = kconfiglib.Kconfig(file.name, warn_to_stderr=False)
    symbol = kconfig.syms['OCT9']
    if kconfig.warnings or symbol.type != kconfiglib.BOOL or symbol.str_value != 'n':
        raise SystemExit(f'kconfig: {kconfig.warnings} {symbol}')
    symbol.set_value('y')
    print(f'-DCONFIG_OCT9={symbol.str_value}')


if __name__ == '__main__':
    main()
