# SPDX-License-Identifier: MIT
"""The audit: all static checks, as errors.

Usage: python3 verify/audit/audit.py OBJECTS JOBS [release]

OBJECTS holds the core's object files as verify/audit/audit.mk makes them; the table goes there too,
to table.md. Prints what is found and exits with 1 if anything is."""

import pathlib
import re
import sys

import analyzers
import findings
import objects


def version(tool):
    text = analyzers.output_of([tool, "--version"])
    return re.search(r"\d+\.\d+(\.\d+)?", text)[0]


def deviation_rows(counts):
    yield "| deviation | of | where | times |"
    yield "|---|---|---|---:|"
    for number, (deviation, count) in counts.items():
        where = "everywhere" if deviation.everywhere else "listed"
        yield f"| {number} | {', '.join(sorted(deviation.checks))} | {where} | {count:,} |"


def main():
    folder, jobs = sys.argv[1], int(sys.argv[2])
    checks = analyzers.analyze(folder, jobs, "release" in sys.argv[3:])
    everything = [f for *_, found in checks for f in found]
    uncovered, stale, counts = findings.judge(everything)
    failed = 0
    lines = ["| check | tool | over | findings | deviated from |", "|---|---|---|---:|---:|"]
    for name, tool, over, found in checks:
        left = [f for f in uncovered if f in found]
        failed += bool(left)
        lines.append(f"| {name} | {tool} {version(tool)} | {over} | {len(left)} | "
                     f"{len(set(found)) - len(left):,} |")
    lines += ["", *deviation_rows(counts), "",
              "| core | build | files | forbidden symbols, floating point, writable data, "
              "recursion | worst stack, bytes | in |", "|---|---|---:|---:|---:|---|"]
    rows = objects.look(folder)
    for title, build, files, troubles, worst, stack in rows:
        failed += bool(troubles)
        lines.append(f"| {title} | {build} | {files} | {len(troubles)} | {stack:,} | `{worst}` |")
    pathlib.Path(folder, "table.md").write_text("\n".join(lines) + "\n")

    print("\n".join(lines))
    for f in uncovered:
        print(f"{f.file}:{f.line}:{f.column}: {f.check}: {f.text}")
    for trouble in stale + [t for row in rows for t in row[3]]:
        print(trouble)
    failed += bool(stale)
    total = len(checks) + len(rows) + 1
    print(f"{total - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
