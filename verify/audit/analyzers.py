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
CPPCHECK_HOST_OFF = ["uninitvar", "uninitStructMember", "AssignmentIntegerToAddress",
                     "variableScope"]


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


def cppcheck(files, folder, jobs, options):
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    text = output_of(["cppcheck", "-q", f"-j{jobs}", "--std=c11", *INCLUDES, *options,
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


def analyze(folder, jobs):
    """What each check finds: its name, its tool, over what, and a list of findings."""
    differing = [f for f in CORE if DIFFERS.search(pathlib.Path(f).read_text())]
    analyzer = "-*,clang-analyzer-*"
    addon = misra_addon(folder)
    # cppcheck takes a declaration after __extension__ for one without a type.
    gnu = ["-D__extension__=", addon]
    mcu = ["-D__GNUC__=12", *gnu, "--platform=unix32"]
    avr = ["-D__GNUC__=5", *gnu, "-D__AVR__=1", "-DOCT9_SMALL=1", "--platform=avr8"]
    off = [f"--suppress={check}" for check in CPPCHECK_HOST_OFF]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        start = pool.submit
        tidy = [start(clang_tidy, [f], LARGE) for f in CORE]
        tidy += [start(clang_tidy, [f], SMALL, analyzer) for f in differing]
        tidy.append(start(clang_tidy, CORE, SMALL, "-clang-analyzer-*"))
        fast = [start(gcc, f, ["-O2", "-ffreestanding"]) for f in CORE]
        small = [start(gcc, f, ["-Os", "-ffreestanding"]) for f in CORE]
        host = [start(gcc, f, ["-O2"]) for f in HOST]
        host_tidy = [start(clang_tidy, HOST, ["-O2"], HOST_CHECKS)]
    shell = scripts()
    formatted = c_and_cpp()
    sources = sorted({path for path in files_here() if path.endswith(SOURCES)} |
                     set(shell["sh"] + shell["python3"]))
    wait = lambda futures: sum((f.result() for f in futures), [])
    core_c = f"{len(CORE)} files of the core"
    host_c = f"{len(HOST)} files of tools/ and examples/"
    return [
        ("-fanalyzer and warnings, -O2", "gcc", core_c, wait(fast)),
        ("-fanalyzer and warnings, -Os", "gcc", core_c, wait(small)),
        ("-fanalyzer and warnings, -O2", "gcc", host_c, wait(host)),
        ("all of clang-tidy.yaml, -O2 and OCT9_SMALL", "clang-tidy-14", core_c, wait(tidy)),
        ("bugprone, cert, misc, performance, portability", "clang-tidy-14", host_c,
         wait(host_tidy)),
        ("all but information, MISRA C:2012; 32 bits", "cppcheck", core_c,
         cppcheck(CORE, f"{folder}/cppcheck-mcu", jobs, mcu)),
        ("all but information, MISRA C:2012; AVR, OCT9_SMALL", "cppcheck", core_c,
         cppcheck(CORE, f"{folder}/cppcheck-avr", jobs, avr)),
        ("all but information", "cppcheck", host_c,
         cppcheck(HOST, f"{folder}/cppcheck-host", jobs, ["--platform=unix64", *off])),
        ("all", "shellcheck", f"{len(shell['sh'])} scripts", shellcheck(shell["sh"])),
        ("all", "pyflakes3", f"{len(shell['python3'])} scripts", pyflakes(shell["python3"])),
        (".clang-format", "clang-format-14", f"{len(formatted)} files of C and C++",
         clang_format(formatted)),
        (f"length: {COLUMNS} columns, {LINES} lines", "python3", f"{len(sources)} sources",
         too_long(sources)),
    ]
