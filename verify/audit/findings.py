# SPDX-License-Identifier: MIT
"""What the tools find, and which of it docs/misra.md deviates from.

A deviation has a number, the checks that it is of, and where it stands: "everywhere", or "listed"
in deviations.txt by file and by what it stands in there: a function, a type, a macro, a
constant."""

import collections
import pathlib
import re

Finding = collections.namedtuple("Finding", "file line column check text")
Deviation = collections.namedtuple("Deviation", "number checks everywhere")

ROW = re.compile(r"^\| (D\d+) \| ([^|]+) \| (everywhere|listed) \| \S[^|]+ \|$", re.M)
DOCUMENT = "docs/misra.md"
LIST = pathlib.Path(__file__).parent / "deviations.txt"
ENTRY = re.compile(r"(\S+): (\*|\S+): (D\d+(?:, D\d+)*)")


def deviations():
    text = pathlib.Path(DOCUMENT).read_text()
    listed = [Deviation(number, set(checks.split(", ")), where == "everywhere")
              for number, checks, where in ROW.findall(text)]
    if len(listed) != len(re.findall(r"^\| D", text, re.M)):
        raise SystemExit(f"audit: {DOCUMENT} has a row that is none")
    if len({d.number for d in listed}) != len(listed):
        raise SystemExit(f"audit: {DOCUMENT} has a number twice")
    return listed


def entries():
    """{(file, name, number): line of the list}; the name is * for all of the file."""
    found = {}
    for i, line in enumerate(LIST.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        if not (entry := ENTRY.fullmatch(line)):
            raise SystemExit(f"audit: {LIST.name}:{i}: is no entry: {line}")
        for number in entry[3].split(", "):
            found[entry[1], entry[2], number] = i
    return found


def name_of(lines, begin):
    """Of what begins there at the outermost level: a function or a macro, else a constant, else
    the first of an enumeration, else a type, whose name stands at its end."""
    line = lines[begin]
    if directive := re.match(r'#\s*\w+\s+"?([\w./]+)', line):
        return directive[1]
    if not re.match(r"typedef|enum|struct|union", line) and \
            (function := re.search(r"(\w+)(?=\(|\[|\s*=)", line)):
        return function[1]
    text = "\n".join(lines[begin:])
    if tag := re.match(r"(?:struct|union)\s+(\w+)\s*\{", text):
        return tag[1]
    if enumerator := re.match(r"enum\s*\{\s*(\w+)", text):
        return enumerator[1]
    end = re.search(r"^(?:typedef.*)?\}\s*(\w+);$", text, re.M)
    return end[1] if end else ""


def within(lines, number):
    """The name of what the line, counted from 1, stands in."""
    begin = number - 1
    directive = lines[begin].startswith("#")
    while begin > 0 and not re.match(r"[A-Za-z_]", lines[begin]) and not directive:
        begin -= 1
        directive = lines[begin].startswith("#") and lines[begin].endswith("\\")
    return name_of(lines, begin)


def judge(findings):
    """The findings that nothing covers, the troubles with the deviations themselves, and how often
    each deviation is made use of."""
    known = deviations()
    everywhere = {check: d.number for d in known if d.everywhere for check in d.checks}
    checks = {d.number: d.checks for d in known if not d.everywhere}
    listed, counts = entries(), collections.Counter()
    uncovered, made_use_of, texts = [], set(), {}
    for finding in sorted(set(findings)):
        number = everywhere.get(finding.check)
        if finding.file not in texts:
            texts[finding.file] = pathlib.Path(finding.file).read_text().splitlines()
        places = ("*", within(texts[finding.file], finding.line)) if number is None else ()
        for entry in listed:
            if number is None and entry[0] == finding.file and entry[1] in places and \
                    finding.check in checks.get(entry[2], ()):
                number = entry[2]
                made_use_of.add(entry)
        if number is None:
            uncovered.append(finding)
        else:
            counts[number] += 1
    stale = [f"{LIST.name}:{line}: nothing is found there of {entry[2]}"
             for entry, line in listed.items() if entry not in made_use_of]
    stale += [f"{DOCUMENT}: {d.number} is not made use of" for d in known
              if counts[d.number] == 0]
    return uncovered, stale, {d.number: (d, counts[d.number]) for d in known}
