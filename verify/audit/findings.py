# SPDX-License-Identifier: MIT
"""What the tools find, and which of it docs/misra.md deviates from.

A deviation has a number, the checks that it is of, and where it stands: "everywhere", or "marked"
by a comment in the code, on the line that is found or on the one above: "MISRA D12" for a rule of
MISRA C:2012, "audit D40" for a check of another tool."""

import collections
import pathlib
import re

Finding = collections.namedtuple("Finding", "file line column check text")
Deviation = collections.namedtuple("Deviation", "number checks everywhere")

ROW = re.compile(r"^\| (D\d+) \| ([^|]+) \| (everywhere|marked) \| \S[^|]+ \|$", re.M)
MARK = re.compile(r"/\*.*\b(?:MISRA|audit) ((?:D\d+(?:, )?)+)")
DOCUMENT = "docs/misra.md"


def deviations():
    text = pathlib.Path(DOCUMENT).read_text()
    listed = [Deviation(number, set(checks.split(", ")), where == "everywhere")
              for number, checks, where in ROW.findall(text)]
    if len(listed) != len(re.findall(r"^\| D", text, re.M)):
        raise SystemExit(f"audit: {DOCUMENT} has a row that is none")
    if len({d.number for d in listed}) != len(listed):
        raise SystemExit(f"audit: {DOCUMENT} has a number twice")
    return listed


def marks_in(files):
    """The numbers at each line of the files that has some."""
    return {(file, i): re.findall(r"D\d+", mark[1]) for file in files
            for i, line in enumerate(pathlib.Path(file).read_text().splitlines(), 1)
            if (mark := MARK.search(line))}


def judge(findings, files):
    """The findings that nothing covers, the troubles with the deviations themselves, and how often
    each deviation is made use of."""
    listed = deviations()
    everywhere = {check: d.number for d in listed if d.everywhere for check in d.checks}
    marked = {d.number: d.checks for d in listed if not d.everywhere}
    marks, counts = marks_in(files), collections.Counter()
    uncovered, made_use_of = [], set()
    for finding in sorted(set(findings)):
        number = everywhere.get(finding.check)
        for line in (finding.line, finding.line - 1):
            for candidate in marks.get((finding.file, line), []):
                if number is None and finding.check in marked.get(candidate, ()):
                    number = candidate
                    made_use_of.add((finding.file, line, number))
        if number is None:
            uncovered.append(finding)
        else:
            counts[number] += 1
    stale = [f"{file}:{line}: {number} is marked, and nothing is found here"
             for (file, line), numbers in marks.items() for number in numbers
             if (file, line, number) not in made_use_of]
    stale += [f"{DOCUMENT}: {d.number} is not made use of" for d in listed
              if counts[d.number] == 0]
    return uncovered, stale, {d.number: (d, counts[d.number]) for d in listed}
