# SPDX-License-Identifier: MIT
"""Runs Frama-C's WP with RTE over one file of the annotated copy."""

import collections
import os
import re
import subprocess
import sys

import annotate

CPP = "-Iinclude -I. -U__GNUC__ -U__i386__"
# WP does not know that a pointer to a function is valid; `calls` proves which function it is.
OPTIONS = ["-wp", "-wp-rte", "-rte-no-pointer-call", "-machdep", "gcc_x86_32", "-c11",
           "-wp-prover", "cvc4,z3", "-wp-cache", "update"]
NARROWING = ["-warn-unsigned-downcast", "-warn-signed-downcast"]
RUN_TIME_ERRORS = ["-wp-prop", "rte"]

# The numbers of proved goals and of all; the names of the open ones; and the number of functions.
Proof = collections.namedtuple("Proof", "proved goals open functions")
NOTHING = Proof(0, 0, [], 0)


def defined(code):
    """The names of the functions that a text defines, and whether each is inline without static."""
    names = []
    # An annotated loop also begins in column 1.
    for match in re.finditer(r"^(?!#|typedef|return|extern|while|for|\s)([^\n;={}]*?)\b(\w+)"
                             r"\([^;{}]*?\)\s*\{", code, re.M):
        shared = "inline" in match.group(1).split() and "static" not in match.group(1)
        names.append((match.group(2), shared))
    return names


def parts(copy, path):
    """A source and its parts in separate files: these have no include guard."""
    text = (copy / path).read_text()
    included = re.findall(r'^#include "(src/\w+/\w+\.h)"', text, re.M)
    used = [i for i in included if "#ifndef OCT9_" not in (copy / i).read_text()]
    return [path] + [i for i in used if annotations(i).exists()]


def annotations(path):
    return annotate.PROOFS / (path + ".acsl")


def modulo_functions(copy, path):
    texts = [annotations(part).read_text() for part in parts(copy, path)
             if annotations(part).exists()]
    return set(re.findall(r"^function (?:\d+ )?(\w+) modulo$", "\n".join(texts), re.M))


def frama_c(copy, source, functions, options, seconds, provers):
    """The proof of a unit's functions with one set of options."""
    if not functions:
        return NOTHING
    command = ["frama-c", *OPTIONS, *options, f"-cpp-extra-args={CPP}", "-wp-timeout", str(seconds),
               "-wp-par", str(provers), "-wp-cache-dir", str(copy.parent / "cache"),
               "-wp-fct", ",".join(functions), source]
    # Frama-C takes its folder from the environment.
    result = subprocess.run(command, cwd=copy, env={**os.environ, "PWD": str(copy)},
                            capture_output=True, text=True)
    text = result.stdout + result.stderr
    if "No goal generated" in text:
        return NOTHING._replace(functions=len(functions))
    total = re.search(r"Proved goals:\s*(\d+) / (\d+)", text)
    if not total:
        sys.exit(f"prove: Frama-C on {source}:\n{text[-3000:]}")
    failed = re.findall(r"\[wp\] \[(?!Qed|CVC4|Z3)[^\]]*\] Goal typed_(\w+)", text)
    unsure = re.findall(
        r"\[wp\].*(?:incompatible pointers|Missing assigns|unsupported|ignored)[^\n]*", text)
    return Proof(*map(int, total.groups()), failed + unsure, len(functions))


def prove(copy, source, seconds, only=None, provers=2, options=()):
    """The proof of the functions that a source or a header defines. PROVERS run at once; SECONDS
    is their limit in wall time."""
    code = annotate.blank("\n".join((copy / part).read_text() for part in parts(copy, source)))
    names = [(n, s) for n, s in defined(code) if not only or n in only]
    unit = source
    if source.endswith(".h"):
        unit = "unit_" + re.sub(r"\W", "_", source) + ".c"
        (copy / unit).write_text(f'#include "{source}"\n')
    loose = modulo_functions(copy, source)
    called = {n: n + "__fc_inline" if s else n for n, s in names}
    strict = [c for n, c in called.items() if n not in loose]
    by_modulo = [c for n, c in called.items() if n in loose]
    return Proof(*(a + b for a, b in zip(
        frama_c(copy, unit, strict, [*options, *NARROWING], seconds, provers),
        frama_c(copy, unit, by_modulo, options, seconds, provers))))
