# SPDX-License-Identifier: MIT
"""Runs the analyzers of C and the checkers of scripts, and reads what they find."""

import concurrent.futures
import glob
import json
import os
import pathlib
import re
import subprocess

from findings import Finding

CORE = sorted(glob.glob("src/*/*.c") + glob.glob("port/*.c"))
HOST = sorted(path for folder in ("tools", "examples")
              for path in glob.glob(f"{folder}/**/*.c", recursive=True))
INCLUDES = ["-Iinclude", "-I."]
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Wshadow",
            "-Wdouble-promotion", "-Wcast-qual"]

# As a large processor has the core, and a small one with OCT9_SMALL.
LARGE = ["--target=thumbv7em-none-eabi", "-O2", "-ffreestanding"]
SMALL = ["--target=thumbv6m-none-eabi", "-Os", "-ffreestanding", "-DOCT9_SMALL"]
AVR = ["-D__AVR__=1", "-DOCT9_SMALL=1"]
# What OCT9_SMALL makes other calls of.
DIFFERS = re.compile("OCT9_BY_KIND")
# The host's programs write to streams whose errors they ask for at the end, ask POSIX by its names,
# recurse where depth is bounded by levels, and have one thread.
HOST_CHECKS = "-clang-analyzer-*,-cert-err33-c,-cert-err34-c,-cert-dcl37-c,-cert-dcl51-cpp," \
    "-bugprone-reserved-identifier,-bugprone-implicit-widening-*,-misc-no-recursion," \
    "-bugprone-narrowing-conversions,-readability-*,-cert-flp30-c,-concurrency-*"
# No line and no file of a source is longer. Sources are scripts, too.
COLUMNS, LINES = 100, 600
SOURCES = (".c", ".h", ".cpp", ".hpp", ".ino", ".py", ".mk", ".acsl", ".cmake", ".ld", ".js",
           ".mjs",
           "Makefile", "CMakeLists.txt")
# So many parts are the host's files for clang-tidy.
PARTS = 20
CPPCHECK_HOST_OFF = ["uninitvar", "uninitStructMember", "toomanyconfigs",
                     "AssignmentIntegerToAddress", "variableScope"]


def output_of(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout + done.stderr


def relative(path):
    return os.path.relpath(path)


def gcc(file, options):
    """gcc's own static analyzer, and its warnings."""
    text = output_of(["gcc", "-std=c11", "-fanalyzer", *WARNINGS, *options, *INCLUDES, "-c", "-o",
                      "/dev/null", file])
    return [Finding(relative(f), int(line), int(column), (re.findall(r"\[-W([\w-]+)", rest) or
                                                         [kind])[-1], rest)
            for f, line, column, kind, rest in
            re.findall(r"^(\S+?):(\d+):(\d+): (warning|error|fatal error): (.*)$", text, re.M)]


def clang_tidy(files, options, checks=""):
    """One finding may have several names: it goes by the first."""
    text = output_of(["clang-tidy-14", "--quiet", "--config-file=verify/audit/clang-tidy.yaml",
                      f"--checks={checks}", *files, "--", "-std=c11", *options, *INCLUDES])
    return [Finding(relative(f), int(line), int(column), check.split(",")[0], rest)
            for f, line, column, rest, check in
            re.findall(r"^(\S+?):(\d+):(\d+): (?:warning|error): (.*) \[([\w.,-]+)\]$", text, re.M)]


def own_lines(file, options):
    """What the preprocessor leaves of a file, without what it includes."""
    own, lines = False, []
    for line in output_of(["gcc", "-E", "-std=c11", "-ffreestanding", *options, *INCLUDES,
                           file]).splitlines():
        if place := re.match(r'# \d+ "(.*)"', line):
            own = place[1] == file
        elif own and line.strip():
            lines.append(line.strip())
    return lines


def other_on_avr(file):
    """Whether an AVR, or OCT9_SMALL, makes another text of it."""
    return own_lines(file, []) != own_lines(file, AVR)


def cppcheck(files, folder, options):
    """One process: beside others it takes no longer than several, and it needs all files at once
    for what only all of them show."""
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    text = output_of(["cppcheck", "-q", "--std=c11", *INCLUDES, *options,
                      "--enable=warning,style,performance,portability",
                      "--suppress=missingIncludeSystem", f"--cppcheck-build-dir={folder}",
                      "--template={file}:{line}:{column}: {id}: {message}", *files])
    return [Finding(relative(f), int(line), int(column), check.replace("misra-c2012-", ""), rest)
            for f, line, column, check, rest in
            re.findall(r"^(\S+?):(\d+):(\d+): ([\w.-]+): (.*)$", text, re.M)]


def misra_addon(folder):
    addon = pathlib.Path(folder) / "misra.json"
    addon.write_text(json.dumps({"script": "misra.py",
                                 "args": ["--rule-texts=verify/audit/misra-rules.txt"]}))
    return f"--addon={addon}"


def files_here():
    """All files that are under version control, or would be."""
    listed = output_of(["git", "ls-files", "--cached", "--others", "--exclude-standard"])
    return [path for path in listed.splitlines() if os.path.isfile(path)]


def c_and_cpp():
    """What `make format` formats."""
    return [path for path in files_here() if path.endswith((".c", ".h", ".cpp", ".hpp"))]


def clang_format(paths):
    """One finding for each file."""
    text = output_of(["clang-format-14", "--dry-run", *paths])
    first = {}
    for path, line, column in re.findall(r"^(\S+?):(\d+):(\d+): warning: ", text, re.M):
        first.setdefault(path, (int(line), int(column)))
    return [Finding(path, *place, "clang-format", "not formatted from here on: make format")
            for path, place in first.items()]


def too_long(paths):
    """Lines of more columns, and files of more lines, than a reader has before him."""
    found = []
    for path in paths:
        lines = pathlib.Path(path).read_text().splitlines()
        found += [Finding(path, i, COLUMNS + 1, "length", f"{len(line)} columns")
                  for i, line in enumerate(lines, 1) if len(line) > COLUMNS]
        if len(lines) > LINES and not path.endswith(".acsl"):     # as long as its source asks
            found.append(Finding(path, LINES + 1, 1, "length", f"{len(lines)} lines"))
    return found


def scripts():
    """All scripts, by the interpreter that their first line names."""
    found = {"sh": [], "python3": []}
    for path in files_here():
        first = pathlib.Path(path).read_bytes()[:64].split(b"\n")[0].decode("latin-1")
        for interpreter, paths in found.items():
            if re.match(rf"#!.*\b{interpreter}$", first):
                paths.append(path)
        if path.endswith(".py") and path not in found["python3"]:
            found["python3"].append(path)
    return found


def shellcheck(paths):
    text = output_of(["shellcheck", "-f", "gcc", *paths])
    return [Finding(f, int(line), int(column), check, rest) for f, line, column, rest, check in
            re.findall(r"^(\S+?):(\d+):(\d+): (.*) \[(SC\d+)\]$", text, re.M)]


def pyflakes(paths):
    text = output_of(["pyflakes3", *paths])
    return [Finding(f, int(line), 0, "pyflakes", rest) for f, line, rest in
            re.findall(r"^(\S+?):(\d+):(?:\d+:?)? (.*)$", text, re.M)]


def analyze(folder, jobs, release):
    """What each check finds: its name, its tool, over what, and a list of findings. For a release
    also what mostly repeats: gcc's analyzer at -Os; and of the files that an AVR or OCT9_SMALL
    does not change, the rules of MISRA for AVR, and the style with OCT9_SMALL."""
    differing = [f for f in CORE if DIFFERS.search(pathlib.Path(f).read_text())]
    analyzer = "-*,clang-analyzer-*"
    addon = misra_addon(folder)
    # cppcheck takes a declaration after __extension__ for one without a type.
    gnu = "-D__extension__="
    mcu = ["-D__GNUC__=12", gnu, addon, "--platform=unix32"]
    avr = ["-D__GNUC__=5", gnu, *AVR, "--platform=avr8"]
    # What is used nowhere, the run over all files for 32 bits shows.
    misra = [addon, *(f"--suppress=misra-c2012-2.{rule}" for rule in (3, 4, 5))]
    host = ["--platform=unix64", *(f"--suppress={check}" for check in CPPCHECK_HOST_OFF)]
    shell = scripts()
    formatted = c_and_cpp()
    sources = sorted({path for path in files_here() if path.endswith(SOURCES)} |
                     set(shell["sh"] + shell["python3"]))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        others = CORE if release else [
            f for f, other in zip(CORE, pool.map(other_on_avr, CORE)) if other]

        def start(*call):
            return [pool.submit(*call)]

        def each(call, files, *more):
            return [pool.submit(call, one, *more) for one in files]

        # The longest first, so that no processor waits for one at the end.
        large = start(cppcheck, CORE, f"{folder}/cppcheck-mcu", mcu)
        rules = start(cppcheck, others, f"{folder}/cppcheck-rules", [*avr, *misra])
        tidy = each(clang_tidy, [[f] for f in CORE], LARGE)
        tidy += each(clang_tidy, [[f] for f in differing], SMALL, analyzer)
        tidy += start(clang_tidy, others, SMALL, "-clang-analyzer-*")
        host = start(cppcheck, HOST, f"{folder}/cppcheck-host", host)
        small = start(cppcheck, CORE, f"{folder}/cppcheck-avr", avr)
        host_tidy = each(clang_tidy, [HOST[i::PARTS] for i in range(PARTS)], ["-O2"], HOST_CHECKS)
        by_level = {level: each(gcc, CORE, [level, "-ffreestanding"])
                    for level in (["-O2", "-Os"] if release else ["-O2"])}
        host_gcc = each(gcc, HOST, ["-O2"])
        style = start(clang_format, formatted)
        in_sh = start(shellcheck, shell["sh"])
        in_python = start(pyflakes, shell["python3"])
    wait = lambda futures: sum((f.result() for f in futures), [])
    core_c = f"{len(CORE)} files of the core"
    others_c = core_c if release else f"{len(others)} of them, which are others there"
    host_c = f"{len(HOST)} files of tools/ and examples/"
    return [
        *((f"-fanalyzer and warnings, {level}", "gcc", core_c, wait(found))
          for level, found in by_level.items()),
        ("-fanalyzer and warnings, -O2", "gcc", host_c, wait(host_gcc)),
        ("all of clang-tidy.yaml, -O2 and OCT9_SMALL", "clang-tidy-14", core_c, wait(tidy)),
        ("bugprone, cert, misc, performance, portability", "clang-tidy-14", host_c,
         wait(host_tidy)),
        ("all but information, MISRA C:2012; 32 bits", "cppcheck", core_c, wait(large)),
        ("all but information; AVR, OCT9_SMALL", "cppcheck", core_c, wait(small)),
        ("MISRA C:2012; AVR, OCT9_SMALL", "cppcheck", others_c, wait(rules)),
        ("all but information", "cppcheck", host_c, wait(host)),
        ("all", "shellcheck", f"{len(shell['sh'])} scripts", wait(in_sh)),
        ("all", "pyflakes3", f"{len(shell['python3'])} scripts", wait(in_python)),
        (".clang-format", "clang-format-14", f"{len(formatted)} files of C and C++", wait(style)),
        (f"length: {COLUMNS} columns, {LINES} lines", "python3", f"{len(sources)} sources",
         too_long(sources)),
    ]
