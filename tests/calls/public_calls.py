#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""Prints a line for each function of the public headers, for tests/calls/public_call.hpp:

    CALL(name, "parameter parameter ...")      of the library
    INLINE(name, "parameter parameter ...")    defined in its header, where no assertion is

and MEMBER(type, name) for each pointer in an input or a config.

Usage: tests/calls/public_calls.py include/oct9/*.h    exits with 1 if a function cannot be read

The mapper, its sensors and what follows a route with them are left out: they write and ask in one,
and test_mapper_errors.c, test_mapper_reader.c, test_follow_errors.c and test_follow_reader.c have
them. The functions of metric.h are arithmetic and ask nothing."""

import pathlib
import re
import sys

LEFT_OUT = ["mapper", "follow", "sensor", "metric"]
COMMENT = re.compile(r"/\*.*?\*/", re.S)
NAME = re.compile(r"^(?!typedef)[a-z][\w ]*[ *](oct9_\w+)\(", re.M)
FUNCTION = re.compile(r"^(static inline )?(?!typedef)[a-z][\w ]*[ *](oct9_\w+)"
                      r"\(([^;{()]*)\)\s*[;{]", re.M)
STRUCT = re.compile(r"^typedef struct(?: \w+)? \{([^{}]*)\} (oct9_\w+_(?:input|config)_t);", re.M)
POINTER = re.compile(r"^\s*[\w ]+(?:\*|\(\*)(\w+)(?:;|\)\()", re.M)


def main():
    seen = set()
    for path in map(pathlib.Path, sys.argv[1:]):
        if path.stem in LEFT_OUT:
            continue
        code = COMMENT.sub("", path.read_text())
        for inline, name, parameters in FUNCTION.findall(code):
            if name in seen:                      # declared for two kinds of machine
                continue
            seen.add(name)
            names = [re.search(r"(\w+)(?:\[\d*\])?$", p.strip()).group(1)
                     for p in parameters.split(",")]
            print(f"{'INLINE' if inline else 'CALL'}({name}, \"{' '.join(names)}\")")
        for body, name in STRUCT.findall(code):
            for member in POINTER.findall(body):
                print(f"MEMBER({name}, {member})")
        unread = set(NAME.findall(code)) - seen
        if unread:
            sys.exit(f"{path}: cannot read {', '.join(sorted(unread))}")


if __name__ == "__main__":
    main()
