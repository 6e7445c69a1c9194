# SPDX-License-Identifier: MIT
"""A copy of the core, its objects as several builds have them, and a shared library of
each."""

import concurrent.futures
import filecmp
import pathlib
import shutil
import subprocess
import sys

SOURCES = ["src/*/*.c", "port/*.c", "src/*/*.h", "port/*.h"]
CFLAGS = ["gcc", "-std=c11", "-O1", "-w", "-fPIC", "-fno-semantic-interposition",
          "-DOCT9_ASSERTS=1", "-Iinclude", "-I."]
PLAIN = ["-ffreestanding", "-U__x86_64__", "-U__SIZEOF_INT128__"]
# The core as x86-64 and Cortex-M have it, there with OCT9_SMALL, too; and one that stops where C
# says nothing and beyond an array, for what is noticed in none of those. The oracles see the first
# and the last.
KINDS = {"host": [], "plain": PLAIN, "small": PLAIN + ["-DOCT9_SMALL"],
         "stops": ["-fsanitize=undefined", "-fsanitize=bounds-strict",
                   "-fsanitize-undefined-trap-on-error", "-fsanitize=address"]}
# The tests are not compiled so: what watches memory is loaded before them.
ASAN = subprocess.run(["gcc", "-print-file-name=libasan.so"], check=True, capture_output=True,
                      text=True).stdout.strip()
HOOK = ("void oct9_assert_failed(const char *file, int line) { __builtin_trap(); }\n"
        "void oct9_argument_refused(const char *file, int line) { }\n")
PARTS = ["include", "src", "port", "tests", "tools"]


def quiet(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0


def dependencies(path):
    """The sources that an object is made from, by its .d file."""
    text = path.with_suffix(".d").read_text().replace("\\\n", " ")
    return set(text.split("\n")[0].split(":", 1)[1].split())


def copy_changed(part, to):
    """So that the copy's times say when something changed there."""
    there = {path.relative_to(part) for path in part.rglob("*") if path.is_file()}
    for path in list(to.rglob("*")):
        if path.is_file() and path.relative_to(to) not in there:
            path.unlink()
    for name in there:
        if not (to / name).exists() or not filecmp.cmp(part / name, to / name, shallow=False):
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(part / name, to / name)


class Core:
    """A copy of the sources in `folder`, and its objects of each kind in folder/KIND."""

    def __init__(self, folder):
        self.folder = folder
        for part in PARTS:
            copy_changed(pathlib.Path(part), folder / part)
        self.sources = {str(p.relative_to(folder)): p.read_text()
                        for pattern in SOURCES for p in sorted(folder.glob(pattern))}
        self.files = [path for path in self.sources if path.endswith(".c")]
        if not (folder / "assert.c").exists():
            (folder / "assert.c").write_text(HOOK)

    def compile(self, kind, source, to):
        to.parent.mkdir(parents=True, exist_ok=True)
        return quiet([*CFLAGS, *KINDS[kind], "-MMD", "-c", "-o", to, source], self.folder)

    def is_new(self, made):
        return made.exists() and all(
            path.startswith("/") or (self.folder / path).stat().st_mtime < made.stat().st_mtime
            for path in dependencies(made))

    def object(self, kind, source):
        return self.folder / kind / source.replace(".c", ".o")

    def build(self, jobs):
        todo = [(kind, file) for kind in KINDS for file in [*self.files, "assert.c"]
                if not self.is_new(self.object(kind, file))]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            done = pool.map(lambda at: self.compile(*at, self.object(*at)), todo)
        if not all(done):
            sys.exit("mutate: the core does not compile")
        self.made_from = {kind: {file: dependencies(self.object(kind, file)) for file in self.files}
                          for kind in KINDS}

    def makers(self, kind, source):
        """The files that are compiled anew if that one changes."""
        return [file for file in self.files if source in self.made_from[kind][file]]

    def link(self, kind, library, changed):
        """`changed`: {file: its object}"""
        objects = [changed.get(file, self.object(kind, file)) for file in [*self.files, "assert.c"]]
        library.parent.mkdir(parents=True, exist_ok=True)
        flags = ["-fsanitize=address"] if kind == "stops" else []
        return quiet(["gcc", "-shared", *flags, "-Wl,-Bsymbolic,-soname,liboct9.so", "-o", library,
                      *objects], self.folder)
