# SPDX-License-Identifier: MIT
"""Puts the annotations of verify/prove/**.acsl into a copy of the sources, for Frama-C.

verify/prove/src/x.c.acsl belongs to src/x.c. It is made of headings at a line's begin, each with
indented ACSL below it:

    before TEXT         text of its own (predicates, axioms are not allowed) before the first line
    that
                        begins with TEXT, at any indentation
    declare TEXT        declarations of C there, with contracts as /@ ... @/
    function NAME       the contract of NAME, at its first declaration or definition in that file;
                        `function 2 NAME` at its second, where the preprocessor drops the first
    loop N              the N-th loop (for, while, do) of that function, in the order of the text
    at TEXT             an assertion before the first line in that function that begins with TEXT;
                        `at 2 TEXT` before the second
    after TEXT          the same behind the statement that begins there
    # ...               a comment

TEXT is compared without regard to white space: a statement may be broken into lines in any way.
What matches nothing is an error, so that annotations cannot go stale in silence. Empty lines that
the sources have stay, so that a prover's line numbers are those of the copy."""

import pathlib
import re
import shutil
import sys

PROOFS = pathlib.Path(__file__).parent
ROOT = PROOFS.parent.parent

sys.path.insert(0, str(ROOT / "scripts"))
from statements import Statements, blank


def fail(acsl, message):
    sys.exit(f"annotate: {acsl}: {message}")


def entries(acsl):
    """[(heading, text)] of a file."""
    found = []
    for number, line in enumerate(acsl.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not line[0].isspace():
            found.append((line.strip(), []))
        elif found:
            found[-1][1].append(line.strip())
        else:
            fail(acsl, f"line {number}: text before the first heading")
    return [(heading, "\n".join(text)) for heading, text in found]


def function_span(code, name, which):
    """Where NAME's which-th declaration begins and where its body lies, or (begin, None, None)."""
    for match in re.finditer(rf"^(?!#|typedef|return|\s)[^\n;={{}}]*\b{name}\(", code, re.M):
        depth, at = 0, match.end() - 1
        while True:
            depth += {"(": 1, ")": -1}.get(code[at], 0)
            at += 1
            if depth == 0:
                break
        rest = re.match(r"\s*([{;])", code[at:])
        which -= bool(rest)
        if not rest or which:
            continue
        if rest.group(1) == ";":
            return match.start(), None, None
        begin = at + rest.end()
        end = code.index("\n}", begin)
        return match.start(), begin, end
    return None


def loops(code, begin, end):
    """Where the loops of a body begin, a do's own while not counted."""
    found = []
    for match in re.finditer(r"\b(for|while|do)\b", code[begin:end]):
        if match.group() == "while":
            before = code[begin:begin + match.start()].rstrip()
            if before.endswith("}") and closes_do(code, begin + len(before) - 1):
                continue
        found.append(begin + match.start())
    return found


def closes_do(code, at):
    """Whether the brace at `at` closes the block of a do."""
    depth = 0
    while True:
        depth += {"}": 1, "{": -1}.get(code[at], 0)
        if depth == 0:
            return code[:at].rstrip().endswith("do")
        at -= 1


def comments(body):
    """Assertions, each a comment of its own, as Frama-C wants them; ghost code as it stands."""
    parts = [body] if body.startswith("ghost") else re.split(r"(?<=;)\n", body)
    return "".join(f"/*@\n{part}\n*/\n" for part in parts)


def numbered(rest):
    """`2 TEXT` as (2, TEXT), `TEXT` as (1, TEXT)."""
    count, _, text = rest.partition(" ")
    return (int(count), text) if count.isdigit() else (1, rest)


def spaced(text):
    """A pattern for TEXT in any layout: with other white space, a comment with other lines."""
    if text.startswith("/*"):
        return r"\s+(?:\* )?".join(map(re.escape, text.split()))
    pattern, last = "", ""
    for token in re.findall(r"\w+|[^\w\s]", text):
        pattern += (r"\s+" if last.isalnum() and token.isalnum() else r"\s*") + re.escape(token)
        last = token.replace("_", "")
    return pattern.removeprefix(r"\s*")


def line_at(text, wanted, begin, end, which):
    """Where the which-th line that begins with WANTED begins."""
    found = re.compile(rf"^[ \t]*{spaced(wanted)}", re.M)
    for match in found.finditer(text, begin, end):
        which -= 1
        if which == 0:
            return match.start()
    return None


def behind(statements, at):
    """Where the line ends that the statement ends in, at whose line it begins."""
    first = re.compile(r"\s*").match(statements.text, at).end()
    return statements.text.index("\n", statements.at(first)[1]) + 1


def annotate(source, acsl):
    """The source's text with its annotations."""
    text = source.read_text()
    code, statements = blank(text), Statements(text)
    inserts, name, span = [], None, None
    for heading, body in entries(acsl):
        kind, _, rest = heading.partition(" ")
        if kind in ("before", "declare"):
            place = line_at(text, rest, 0, len(text), 1)
            if place is None:
                fail(acsl, f"no line begins with: {rest}")
            plain = body.replace("/@", "/*@").replace("@/", "*/") + "\n"
            inserts.append((place, plain if kind == "declare" else f"/*@\n{body}\n*/\n"))
        elif kind == "function":
            which, name = numbered(rest.removesuffix(" modulo"))
            span = function_span(code, name, which)
            if not span:
                fail(acsl, f"no function {rest}")
            if body:
                inserts.append((span[0], f"/*@\n{body}\n*/\n"))
        elif kind == "loop":
            places = loops(code, span[1], span[2])
            if not rest.isdigit() or not 1 <= int(rest) <= len(places):
                fail(acsl, f"{name} has {len(places)} loops, not {rest}")
            inserts.append((places[int(rest) - 1], f"/*@\n{body}\n*/\n"))
        elif kind in ("at", "after"):
            which, wanted = numbered(rest)
            place = line_at(text, wanted, span[1], span[2] + 1, which)
            if place is None:
                fail(acsl, f"{name} has no line {which} that begins with: {wanted}")
            place = behind(statements, place) if kind == "after" else place
            inserts.append((place, comments(body)))
        else:
            fail(acsl, f"unknown heading: {heading}")
    for place, addition in reversed(sorted(inserts, key=lambda i: i[0])):
        text = text[:place] + addition + text[place:]
    return text


def make(copy):
    """Writes the annotated copy of the core."""
    for folder in ("src", "include", "port"):
        shutil.copytree(ROOT / folder, copy / folder, dirs_exist_ok=True)
    for acsl in sorted(PROOFS.rglob("*.acsl")):
        path = acsl.relative_to(PROOFS).with_suffix("")
        if not (ROOT / path).exists():
            fail(acsl, f"there is no {path}")
        (copy / path).write_text(annotate(ROOT / path, acsl))

