# SPDX-License-Identifier: MIT
"""Breaks the core in one place at a time and counts what no test notices.

Usage: verify/mutate/mutate.py WORK JOBS COUNT|all SEED LAYERS LIBRARIES

WORK/tests/ has the tests without the core; the core is copied into WORK, so that it may be edited
meanwhile. A mutant is noticed if a test fails, crashes, takes ten times its time, or prints another
digest than with the unbroken core. Writes WORK/table.md, and prints each survivor; survivors.txt
says of which it is known why."""

import collections
import concurrent.futures
import hashlib
import pathlib
import queue
import random
import re
import sys

from core import KINDS, Core
from mutations import mutations
from trial import Trial, find_tests, measure

sys.path.insert(0, "scripts")
from layers import LAYERS
from statements import is_part

SURVIVORS = pathlib.Path(__file__).parent / "survivors.txt"
MOST_SURVIVORS = 0.03


def layer_names(core):
    """{source: its layer}; a header's is its name's, or that of what includes it."""
    of_stem = {stem: layer for layer, stems in LAYERS.items() for stem in stems}

    def layer(source):
        parts = pathlib.Path(source).stem.split("_")
        for n in range(len(parts), 0, -1):
            if "_".join(parts[:n]) in of_stem:
                return of_stem["_".join(parts[:n])]
        users = {layer(file) for kind in KINDS for file in core.makers(kind, source)}
        return users.pop() if len(users) == 1 else "several"
    return {source: layer(source) for source in core.sources
            if any(core.makers(kind, source) for kind in KINDS)}


def draw(all_of, count, seed):
    """So many of each file as is its part of the lines that can be broken."""
    rng = random.Random(seed)
    drawn = {file: rng.sample(found, len(found)) for file, found in all_of.items()}
    if count == "all":
        return [m for found in drawn.values() for m in found]
    lines = {file: len({m.line for m in found}) for file, found in all_of.items()}
    share = int(count) / sum(lines.values())
    chosen = []
    for file, found in drawn.items():     # a part of one is rounded by chance
        chosen += found[:int(share * lines[file] + rng.random())]
    rng.shuffle(chosen)
    return chosen


def read_survivors(all_of):
    """{(file, text, what)} of those that were looked at, and what is wrong with the list."""
    known = collections.defaultdict(set)
    for found in all_of.values():
        for m in found:
            known[m.file, m.what].add(m.text)
    looked_at, stale, file, text = set(), [], None, None
    for line in SURVIVORS.read_text().splitlines():
        if entry := re.fullmatch(r"(\S+\.[ch]): (.+)", line):
            file, text = entry.groups()
        elif entry := re.fullmatch(r"    - (.+)", line):
            here = [t for t in known[file, entry[1]] if is_part(text, t)]
            looked_at |= {(file, t, entry[1]) for t in here}
            if not here:
                stale.append(f"{SURVIVORS.name}: no such mutant: {file}: {text}: {entry[1]}")
    return looked_at, stale


def short_digest(*contents):
    return hashlib.sha256(b"".join(contents)).hexdigest()[:16]


class Log:
    """What was found, kept as long as the core is the same and what was found still holds: a mutant
    stays noticed while the test is the same, and unnoticed while all tests are."""

    def __init__(self, work, core, tests):
        text = "".join(core.sources.values()).encode()
        self.path = work / f"found-{short_digest(text)}.txt"
        self.digests = {t.name: short_digest(*(o.read_bytes() for o in t.parts)) for t in tests}
        self.all_tests = short_digest(*(d.encode() for _, d in sorted(self.digests.items())))
        self.found = {}
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                status, test, digest, *which = line.split("\t")
                if digest == self.holds_for(status, test):
                    self.found[tuple(which)] = (status, test)

    def holds_for(self, status, test):
        return self.all_tests if status == "survived" else self.digests.get(test, "any")

    @staticmethod
    def key(mutant):
        return mutant.file, str(mutant.line), str(mutant.column), mutant.what.replace("\n", " ")

    def add(self, mutant, result):
        self.found[self.key(mutant)] = result
        with self.path.open("a") as file:
            file.write("\t".join([*result, self.holds_for(*result), *self.key(mutant)]) + "\n")


def try_all(chosen, trials, log, looked_at):
    """{mutant: result}; prints those that no test notices."""
    free = queue.Queue()
    for trial in trials:
        free.put(trial)

    def outcome(mutant):
        if log.key(mutant) not in log.found:
            trial = free.get()
            try:
                log.add(mutant, trial.outcome(mutant))
            finally:
                free.put(trial)
        result = log.found[log.key(mutant)]
        if result[0] == "survived":
            known = (mutant.file, mutant.text, mutant.what) in looked_at
            print(f"{mutant.file}:{mutant.line}: {mutant.what}: {mutant.text}"
                  f"{' (looked at)' if known else ''}", flush=True)
        return result
    with concurrent.futures.ThreadPoolExecutor(len(trials)) as pool:
        return dict(zip(chosen, pool.map(outcome, chosen)))


def table(results, layer_of, looked_at):
    order = [*LAYERS, "several"]
    counts = collections.defaultdict(collections.Counter)
    for mutant, (status, _) in results.items():
        for row in (layer_of[mutant.file], "all"):
            counts[row][status] += 1
            counts[row]["known"] += \
                status == "survived" and (mutant.file, mutant.text, mutant.what) in looked_at
    rows = ["| layer | mutants | noticed by a check | by a digest | survive | % | looked at |",
            "|---|---:|---:|---:|---:|---:|---:|"]
    for row in [*order, "all"]:
        n = counts[row]
        tried = n["check"] + n["digest"] + n["survived"]
        if tried:
            rows.append(f"| {row} | {tried:,} | {n['check']:,} | {n['digest']:,} | "
                        f"{n['survived']:,} | {100 * n['survived'] / tried:.1f} | {n['known']:,} |")
    rows.append(f"\nNot counted: {counts['all']['rejected']:,} that the compiler rejects, "
                f"{counts['all']['same']:,} of which it makes the same code.")
    return "\n".join(rows) + "\n", counts["all"]


def main():
    work, jobs, count, seed = pathlib.Path(sys.argv[1]).resolve(), *sys.argv[2:5]
    layers, libraries = sys.argv[5].split(), sys.argv[6].split()
    jobs = int(jobs)
    core = Core(work / "core")
    core.build(jobs)
    tests = find_tests(work, core)
    measure(tests, core, work, jobs, libraries)
    layer_of = layer_names(core)
    all_of = {file: mutations(file, core.sources[file]) for file in layer_of}
    looked_at, stale = read_survivors(all_of)
    wanted = {file: found for file, found in all_of.items()
              if not layers or layer_of[file] in layers}
    chosen = draw(wanted, count, int(seed))
    noticed = collections.Counter()
    trials = [Trial(work / f"job{n}", core, tests, work, noticed) for n in range(jobs)]
    of_all = sum(map(len, wanted.values()))
    print(f"{len(chosen):,} mutants of {of_all:,}, seed {seed}; {len(tests)} tests of "
          f"{sum(t.seconds['host'] for t in tests):.1f} s", flush=True)
    results = try_all(chosen, trials, Log(work, core, tests), looked_at)
    text, counts = table(results, layer_of, looked_at)
    (work / "table.md").write_text(f"{len(chosen):,} drawn of {of_all:,}, seed {seed}.\n\n{text}")
    print(text)
    for line in stale:
        print(line)
    tried = counts["check"] + counts["digest"] + counts["survived"]
    failed = len(stale)
    if counts["survived"] > MOST_SURVIVORS * tried:
        failed += counts["survived"]
    print(f"{tried - counts['survived']} passed, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
