# SPDX-License-Identifier: MIT
"""The tests, and what becomes of a mutant: it is compiled and linked into a shared library, with
which they run."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

from core import ASAN, CFLAGS, KINDS, PARTS, quiet
from mutations import apply

# Fewer rounds, where a test takes long.
ROUNDS = {
    "test_beams_oracle": "SENSORS=30",
    "test_cast_oracle": "MAPS=6 BAKED=1 SEGMENTS=50",
    "test_cast_filters_oracle": "MAPS=1",
    "test_changes_oracle": "WORLDS=1 STEPS=10",
    "test_contact_oracle": "PAIRS=2000",
    "test_fill_oracle": "SHAPES=30",
    "test_forget_oracle": "MAPS=4",
    "test_frontier_oracle": "MAPS=1",
    "test_linked_hostile": "MAPS=1 FORGERIES=50",
    "test_nearest_oracle": "MAPS=1",
    "test_obb_oracle": "MAPS=1 BOXES=50 IN_BUILDING=10",
    "test_objects_oracle": "WORLDS=5 LONG=500",
    "test_packet_hostile": "FORGERIES=1000",
    "test_packet_oracle": "WORLDS=1",
    "test_packet_runs": "WORLDS=2",
    "test_points_oracle": "WORLDS=10 LONG=1000",
    "test_pool_oracle": "WORLDS=1 SCANS=6",
    "test_probe_oracle": "MAPS=2",
    "test_scan_oracle": "MAPS=1",
    "test_scene_build_oracle": "SCENES=30 ROOMS=4 FULL=2 IMAGES=5",
    "test_scene_hostile": "FORGERIES=100 EACH_BYTE=1",
    "test_scene_oracle": "SCENES=10",
    "test_store_hostile": "FORGERIES=100",
    "test_store_power": "CUTS=200",
    "test_sweep_oracle": "MAPS=1 SHAPES=50 PATHS=50 BUILDING=5",
    "test_traversal_oracle": "MAPS=1 BAKED=1",
    "test_view_oracle": "MAPS=2",
    "test_view_scene_oracle": "MAPS=3",
    "test_visit_oracle": "MAPS=1",
    "test_walk_oracle": "MAPS=15 BAKED=1",
    "test_window_oracle": "MOVES=300",
}
ARGUMENTS = {"test_lattice": "mutant 8"}
# These run with the core of each kind; those have functions of its headers inside.
C_TESTS = ["test_hostile", "test_extremes", "test_harm", "test_lattice", "test_corners",
           "test_corners_solid"]
INSIDE = ["test_corners", "test_corners_solid", "test_nodes"]


def symbols(objects):
    """{object: (names that it defines, names that it asks for)}"""
    lines = subprocess.run(["nm", "-A", *objects], check=True, capture_output=True,
                           text=True).stdout
    found = {path: (set(), set()) for path in objects}
    for path, kind, name in re.findall(r"^(\S+?):.* (\w) (\S+)$", lines, re.M):
        if kind in "TDRBVWU":
            found[pathlib.Path(path)][kind == "U"].add(name)
    return found


def distances(begin, objects):
    """In how many calls from `begin` each of the objects is reached."""
    home = {name: path for path, (defined, _) in objects.items() for name in defined}
    found, front = {begin: 0}, [begin]
    while front:
        path = front.pop(0)
        for name in objects[path][1]:
            to = home.get(name)
            if to is not None and to not in found:
                found[to] = found[path] + 1
                front.append(to)
    return found


class Test:
    """A program. `near` says in how many calls it comes to each file of the core; `parts` are the
    objects that it uses of those that it is linked from."""

    def __init__(self, name, objects, near, parts):
        self.name, self.objects, self.near, self.parts = name, objects, near, parts
        self.arguments = ARGUMENTS.get(name, "")
        self.golden = name.startswith("golden_")
        self.seconds, self.expected = {}, {}      # of each kind, on the unbroken core

    def link(self, program, objects, library, libraries):
        program.parent.mkdir(parents=True, exist_ok=True)
        if program.exists() and all(o.stat().st_mtime < program.stat().st_mtime for o in objects):
            return True
        entry = [f"-Wl,--defsym=suite_entry={self.name}"] if self.golden else []
        return quiet(["g++", *entry, "-o", program, *objects, library, *libraries], ".")

    def run(self, kind, program, library, output, seconds):
        """What it printed, how it ended, and the processor's time."""
        limits = f"ulimit -t {seconds}; ulimit -f 20000; ulimit -c 0"
        settings = dict(item.split("=") for item in ROUNDS.get(self.name, "").split())
        if kind == "stops":
            settings |= {"LD_PRELOAD": ASAN, "ASAN_OPTIONS": "detect_leaks=0"}
        else:
            limits += "; ulimit -v 8000000"
        with output.open("wb") as file:
            child = subprocess.Popen(
                ["sh", "-c", f"{limits}; exec {program} {self.arguments}"],
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.DEVNULL,
                env={"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": library.parent, **settings})
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = status
        return output.read_bytes(), status, usage.ru_utime + usage.ru_stime


def find_tests(work, core):
    home = {core.object("host", file): file for file in core.files}
    # The suites, and what is made of C beside them.
    sources = [path for path in sorted(pathlib.Path("tests").glob("*/*.c"))
               if not path.stem.startswith(("calls_", "test_")) and path.stem != "main"]
    suites = [work.parent / "host" / path.with_suffix(".o") for path in sources]
    suites = [path for path in suites if path.exists()]
    shared = [path for path in suites if not path.stem.startswith("suite_")]
    programs = sorted((work / "tests").glob("*.o"))
    found = symbols([*home, *suites, *programs])
    parts = {path: found[path] for path in [*home, *suites]}
    tests = []
    for path in suites:
        if path.stem.startswith("suite_"):
            name = "golden_" + path.stem.removeprefix("suite_")
            tests.append(Test(name, [work / "tests/golden.o"], distances(path, parts),
                              [path, *shared]))
    for path in programs:
        if path.stem != "golden":
            near = distances(path, {path: found[path], **{o: found[o] for o in home}})
            tests.append(Test(path.stem, [path], near, [path]))
    for test in tests:
        test.near = {home[path]: n for path, n in test.near.items() if path in home}
    return tests


def measure(tests, core, work, jobs, libraries):
    """Links each test, and runs it with the unbroken core."""
    def try_unbroken(test):
        program = work / "programs" / test.name
        if not test.link(program, test.objects, work / "host/liboct9.so", libraries):
            sys.exit(f"mutate: {test.name} does not link")
        for kind in KINDS if test.golden or test.name in C_TESTS else ["host", "stops"]:
            output = work / f"{test.name}.txt"
            test.expected[kind], status, test.seconds[kind] = \
                test.run(kind, program, work / kind / "liboct9.so", output, 600)
            if status != 0:
                sys.exit(f"mutate: {test.name} fails with the unbroken core: {output}")
    for kind in KINDS:
        core.link(kind, work / kind / "liboct9.so", {})
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(try_unbroken, tests))
    lines = [f"{sum(test.seconds.values()):7.2f} s  {test.name}\n" for test in tests]
    (work / "times.txt").write_text("".join(sorted(lines, reverse=True)))


class Trial:
    """One of the jobs: a copy of the core to be broken, and what it is run with."""

    def __init__(self, folder, core, tests, work, noticed):
        self.folder, self.core, self.tests, self.work = folder, core, tests, work
        self.noticed = noticed            # {(file, test): how many}
        shutil.rmtree(folder, ignore_errors=True)
        for part in PARTS:
            shutil.copytree(core.folder / part, folder / part)

    def changed_objects(self, kind, mutant):
        """{file: object} of those that the mutant changes; None if it does not compile."""
        changed = {}
        for file in self.core.makers(kind, mutant.file):
            to = self.folder / "objects" / file.replace(".c", ".o")
            to.parent.mkdir(parents=True, exist_ok=True)
            if not quiet([*CFLAGS, *KINDS[kind], "-c", "-o", to, file], self.folder):
                return None
            if to.read_bytes() != self.core.object(kind, file).read_bytes():
                changed[file] = to
        return changed

    def order(self, kind, mutant, changed):
        """The tests that can come to what has changed, the most hopeful first."""
        stem = pathlib.Path(mutant.file).stem.split("_")[0]
        hopes = []
        for test in self.tests:
            near = [test.near[file] for file in changed if file in test.near]
            if kind in test.seconds and (near or self.has_inside(test, mutant)):
                hope = (-self.noticed[mutant.file, test.name], not test.golden,
                        stem not in test.name, min(near, default=0) + 10 * test.seconds[kind],
                        test.name)
                hopes.append((hope, test))
        return [test for _, test in sorted(hopes, key=lambda h: h[0])]

    def has_inside(self, test, mutant):
        return test.name in INSIDE and mutant.file.endswith(".h")

    def program(self, test, mutant):
        """A test that has functions of a broken header inside is made anew."""
        if not self.has_inside(test, mutant):
            return self.work / "programs" / test.name
        made, program = self.folder / "inside.o", self.folder / "inside"
        made.unlink(missing_ok=True)
        program.unlink(missing_ok=True)
        source = next(pathlib.Path("tests").glob(f"*/{test.name}.c"))
        quiet([*CFLAGS, "-c", "-o", made, source], self.folder)
        objects = [made, self.work.parent / "host/tests/test.o"]
        test.link(program, objects, self.work / "host/liboct9.so", [])
        return program

    def notices(self, kind, mutant, changed):
        """How, and which test; None if none does."""
        library = self.folder / "library/liboct9.so"
        if not self.core.link(kind, library, changed):
            return "check", "the linker"
        for test in self.order(kind, mutant, changed):
            seconds = int(10 * test.seconds[kind]) + 1
            output, status, _ = test.run(kind, self.program(test, mutant), library,
                                         self.folder / "output", seconds)
            if status != 0 or (test.golden and output != test.expected[kind]):
                self.noticed[mutant.file, test.name] += 1
                return "check" if status != 0 else "digest", test.name
        return None

    def outcome(self, mutant):
        """Which of "rejected", "same", "check", "digest", "survived"; and what noticed it."""
        at = self.folder / mutant.file
        at.write_text(apply(self.core.sources[mutant.file], mutant))
        result = ("same", "")
        for kind in KINDS:
            if kind == "stops" and result[0] == "same":
                break
            changed = self.changed_objects(kind, mutant)
            if changed is None:
                result = ("rejected", "")
                break
            if changed:
                result = self.notices(kind, mutant, changed) or ("survived", "")
                if result[0] != "survived":
                    break
        at.write_text(self.core.sources[mutant.file])
        return result
