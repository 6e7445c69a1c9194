# SPDX-License-Identifier: MIT
"""What the core's object files for each processor must not contain: symbols from outside,
instructions of a floating-point unit, data that can be written, recursion; and their worst stack.

Call graphs are gcc's own; avr-gcc has none: there they are read from the instructions, the frames
from its .su files, which count the return address. scripts/footprint then walks them."""

import collections
import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess
import sys

# By processor: the tools' prefix, and what the compiler's own runtime may be asked for with a bound
# of its stack in bytes (by the pushes and calls in libgcc): 32-bit division and 64-bit products and
# shifts where the processor has none.
CORES = {
    "m0": ("Cortex-M0", "arm-none-eabi-", None),           # as in scripts/footprint
    "m4": ("Cortex-M4F", "arm-none-eabi-", {}),
    "rv32": ("RV32IMAC", "riscv64-unknown-elf-",
             {name: 16 for name in ("__ashldi3", "__ashrdi3", "__lshrdi3")}),
    "avr": ("AVR", "avr-", {name: 24 for name in (
        "__adddi3", "__adddi3_s8", "__ashldi3", "__ashrdi3", "__cmpdi2", "__cmpdi2_s8",
        "__divmodsi4", "__lshrdi3", "__muldi3", "__mulhisi3", "__mulshisi3", "__mulsi3",
        "__mulohisi3", "__mulsidi3",
        "__muluhisi3", "__negdi2", "__subdi3", "__tablejump2__", "__udivmodhi4", "__udivmodsi4",
        "__umulhisi3", "__umulsidi3")}),
}
# Not calls: they have the start-up code copy what is constant into RAM.
AVR_START = {"__do_copy_data", "__do_clear_bss"}
# Registers of an FPU serve to move 64 bits; arithmetic in them would be floating point.
FPU = re.compile(r"\t(v[a-z]\w*|f(?:add|sub|mul|div|sqrt|n?m|cvt|mv|l[wd]|s[wd])[\w.]*)\b")
FPU_MOVES = {"vldr", "vstr", "vpush", "vpop", "vmov", "vldmia", "vstmia"}
# Constant, but an AVR has it in RAM: named, so that nothing else comes to it.
AVR_CONSTANT = re.compile(r"(?:corner|everywhere)(?:\.\d+)?$")

AVR_TARGET = re.compile(r"R_AVR_(?:CALL|13_PCREL)\s+(?:\.text\.)?([\w.]+)(\+?)")

sys.path.insert(0, "scripts")              # where footprint finds the layers
loader = importlib.machinery.SourceFileLoader("footprint", "scripts/footprint")
footprint = importlib.util.module_from_spec(importlib.util.spec_from_loader("footprint", loader))
loader.exec_module(footprint)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def runtime_of(core):
    return footprint.RUNTIME_STACK if core == "m0" else CORES[core][2]


def symbols(core, objects):
    """Symbols from outside that are not allowed, and data that can be written."""
    prefix, allowed = CORES[core][1], set(runtime_of(core))
    if core == "avr":
        allowed |= AVR_START
    troubles = []
    for line in run(prefix + "nm", "-A", *objects).splitlines():
        path, kind, name = re.match(r"([^:]+):.* (\w) (\S+)$", line).groups()
        if kind == "U" and not name.startswith("oct9_") and name not in allowed:
            troubles.append(f"{path}: asks for {name}")
        if kind in "bBdDcC" and not (core == "avr" and AVR_CONSTANT.match(name)):
            troubles.append(f"{path}: {name} can be written")
    return troubles


def floats(core, objects):
    if core == "avr":
        return []
    found = FPU.findall(run(CORES[core][1] + "objdump", "-d", "--no-show-raw-insn", *objects))
    return [f"{core}: instruction {name}" for name in sorted(set(found) - FPU_MOVES)]


def avr_graph(folder):
    """As footprint.call_graph; calls by the relocations of call and jmp."""
    stack, calls = {}, collections.defaultdict(set)
    static = {}
    for path in sorted(folder.rglob("*.o")):
        source = f"{path.parent.name}/{path.stem}.c"
        local = dict.fromkeys(re.findall(r" t (\S+)$", run("avr-nm", path), re.M), source)
        static[path] = lambda name, local=local: f"{local[name]}:{name}" if name in local else name
        for line in path.with_suffix(".su").read_text().splitlines():
            name, size, kind = line.split("\t")
            if kind not in ("static", "dynamic,bounded"):
                raise SystemExit(f"audit: stack of {name} is not bounded")
            stack[static[path](name.split(":")[-1])] = int(size)
    for path, name_of in static.items():
        function, before = None, ""
        for line in run("avr-objdump", "-dr", "--no-show-raw-insn", path).splitlines():
            if start := re.match(r"[0-9a-f]+ <(.+)>:", line):
                function = name_of(start[1])
            elif re.search(r"\te?i(call|jmp)\b", line):
                if function in footprint.PAIR_CALLERS:
                    calls[function].add(next(f for f in stack if
                                             f.endswith(footprint.PAIR_CALLERS[function])))
                elif "call" in line and not footprint.calls_the_callers(function):
                    raise SystemExit(f"audit: {function} calls through a pointer")
            elif target := AVR_TARGET.search(line):
                callee = name_of(target[1])
                # Into itself it jumps, or calls the next instruction to have room on the stack.
                if callee != function or ("call" in before and not target[2]):
                    calls[function].add(callee)
            before = line
    return stack, calls


def graph(core, folder):
    if core == "avr":
        return avr_graph(folder)
    stack, calls = {}, collections.defaultdict(set)
    for part in ("src", "port"):
        more_stack, more_calls = footprint.call_graph(folder / part)
        stack.update(more_stack)
        for caller, callees in more_calls.items():
            calls[caller] |= callees
    return stack, calls


def worst_stack(core, folder, functions):
    """The function that needs most, and how much; ends the program at a recursion."""
    stack, calls = graph(core, folder)
    stack.update(runtime_of(core))
    for callee in set().union(*calls.values()) - set(stack):
        stack[callee] = 0                 # one that symbols() complains of
    stacks = {name: footprint.worst_stack(name, stack, calls) for name in functions(stack)}
    worst = max(stacks, key=stacks.get)
    return worst, stacks[worst]


def look(folder):
    """For each processor and build: its name, the troubles, the worst call and its stack."""
    rows = []
    public = footprint.public_functions()
    for core, (title, _, _) in CORES.items():
        for build in ("O0", "Os", "O2") if core == "m0" else ("Os", "O2"):
            where = pathlib.Path(folder, core, build)
            objects = sorted(where.rglob("*.o"))
            troubles = symbols(core, objects) + floats(core, objects)
            every = build == "O0"         # where no call is inlined: looks for recursion everywhere
            worst = worst_stack(core, where, list if every else lambda _: public)
            rows.append((title, f"-{build}", len(objects), troubles, *worst))
    return rows
