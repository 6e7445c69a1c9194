# SPDX-License-Identifier: MIT
"""Runs the programs of the benches, and counts their instructions by callgrind."""

import pathlib
import re
import subprocess
import tempfile


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def collected(function, *command):
    """Instructions inside a function."""
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
         f"--toggle-collect={function}", *command],
        check=True, capture_output=True, text=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def passes(count, *command):
    """Instructions of each of so many passes of bench/players.hpp, in order."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/pass",
             "--toggle-collect=counted_pass", "--dump-after=counted_pass", *command],
            check=True, capture_output=True)
        dumps = [pathlib.Path(folder, f"pass.{i + 1}").read_text() for i in range(count)]
    return [int(re.search(r"^totals: (\d+)", dump, re.M)[1]) for dump in dumps]
