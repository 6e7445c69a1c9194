# SPDX-License-Identifier: MIT
"""Puts the annotations of verify/prove/**.acsl into a copy of the sources, for Frama-C.

verify/prove/src/x.c.acsl belongs to src/x.c. It consists of headings that begin in column 1, each
with indented ACSL below it:

    before TEXT         separate text (predicates; axioms are not allowed) before the first line
                        that begins with TEXT, at any indentation, and the comment above it; TEXT
                        is code, so that no comment holds a proof
    declare TEXT        declarations of C there, with contracts as /@ ... @/
    function NAME       the contract of NAME, at its first declaration or definition in that file;
                        `function 2 NAME` at its second, where the preprocessor drops the first
    loop N              the N-th loop (for, while, do) of that function, in the order of the text
    at TEXT             an assertion before the first line in that function that begins with TEXT;
                        `at 2 TEXT` before the second
    after TEXT          the same behind the statement that begins there
    # ...               a comment

TEXT is compared without white space, so that line breaks in a statement do not matter. A heading
that matches nothing is an error, so that annotations cannot go stale in silence; all such headings
are listed at once. The sources' empty lines stay, so that a prover's line numbers are those of the
copy.

As a program it annotates a copy that it throws away, and sees that each file of verify/prove/files
is there: what an edit breaks is found without Frama-C."""

import pathlib
import re
import shutil
import sys
import tempfile

PROOFS = pathlib.Path(__file__).parent
ROOT = PROOFS.parent.parent

sys.path.insert(0, str(ROOT / "scripts"))
from statements import Statements, blank


class Misfit(Exception):
    """A heading that matches nothing in the source."""


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
    """The begin of the which-th declaration of NAME, and the span of its body, or two None."""
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
    """The begins of a body's loops; the while of a do does not count."""
    found = []
    for match in re.finditer(r"\b(for|while|do)\b", code[begin:end]):
        if match.group() == "while":
            before = code[begin:begin + match.start()].rstrip()
            if before.endswith("}") and closes_do(code, begin + len(before) - 1):
                continue
        found.append(begin + match.start())
    return found


def closes_do(code, at):
    """True if the brace at `at` closes the block of a do."""
    depth = 0
    while True:
        depth += {"}": 1, "{": -1}.get(code[at], 0)
        if depth == 0:
            return code[:at].rstrip().endswith("do")
        at -= 1


def comments(body):
    """Assertions, each a separate comment, as Frama-C requires; ghost code unchanged."""
    parts = [body] if body.startswith("ghost") else re.split(r"(?<=;)\n", body)
    return "".join(f"/*@\n{part}\n*/\n" for part in parts)


def numbered(rest):
    """`2 TEXT` as (2, TEXT), `TEXT` as (1, TEXT)."""
    count, _, text = rest.partition(" ")
    return (int(count), text) if count.isdigit() else (1, rest)


def spaced(text):
    """A pattern for TEXT in any layout: white space may differ."""
    pattern, last = "", ""
    for token in re.findall(r"\w+|[^\w\s]", text):
        pattern += (r"\s+" if last.isalnum() and token.isalnum() else r"\s*") + re.escape(token)
        last = token.replace("_", "")
    return pattern.removeprefix(r"\s*")


def line_at(text, wanted, begin, end, which):
    """The begin of the which-th line that begins with WANTED."""
    found = re.compile(rf"^[ \t]*{spaced(wanted)}", re.M)
    for match in found.finditer(text, begin, end):
        which -= 1
        if which == 0:
            return match.start()
    return None


def behind(statements, at):
    """The end of the line in which a statement ends. The statement begins in the line at AT."""
    first = re.compile(r"\s*").match(statements.text, at).end()
    return statements.text.index("\n", statements.at(first)[1]) + 1


class Source:
    """A source's text, and the insertions of its annotations."""

    def __init__(self, path):
        self.text = path.read_text()
        self.code, self.statements = blank(self.text), Statements(self.text)
        self.inserts, self.name, self.span = [], None, None

    def insert(self, heading, body):
        """Adds a heading's text to the insertions; raises Misfit."""
        kind, _, rest = heading.partition(" ")
        if kind == "function":
            which, self.name = numbered(rest.removesuffix(" modulo"))
            self.span = function_span(self.code, self.name, which)
            if not self.span:
                raise Misfit(f"no function {rest}")
        elif kind in ("loop", "at", "after") and not (self.span and self.span[1]):
            raise Misfit(f"no body of {self.name} for: {heading}")
        if kind == "function" and not body:
            return
        if kind == "declare":
            plain = body.replace("/@", "/*@").replace("@/", "*/") + "\n"
            self.inserts.append((self.line(rest), plain))
        elif kind in ("at", "after"):
            self.inserts.append((self.place(kind, rest), comments(body)))
        else:
            self.inserts.append((self.place(kind, rest), f"/*@\n{body}\n*/\n"))

    def place(self, kind, rest):
        if kind == "before":
            return self.line(rest)
        if kind == "function":
            return self.span[0]
        if kind == "loop":
            places = loops(self.code, self.span[1], self.span[2])
            if not rest.isdigit() or not 1 <= int(rest) <= len(places):
                raise Misfit(f"{self.name} has {len(places)} loops, not {rest}")
            return places[int(rest) - 1]
        if kind in ("at", "after"):
            which, wanted = numbered(rest)
            place = line_at(self.text, wanted, self.span[1], self.span[2] + 1, which)
            if place is None:
                raise Misfit(f"{self.name} has no line {which} that begins with: {wanted}")
            return behind(self.statements, place) if kind == "after" else place
        raise Misfit(f"unknown heading: {kind} {rest}")

    def line(self, wanted):
        place = line_at(self.text, wanted, 0, len(self.text), 1)
        if place is None or wanted.startswith("/"):
            raise Misfit(f"no line of code begins with: {wanted}")
        above = re.compile(r"^ */\*(?:(?!\*/).)*\*/\n\Z", re.M | re.S).search(self.text[:place])
        return above.start() if above else place

    def annotated(self):
        text = self.text
        for place, addition in reversed(sorted(self.inserts, key=lambda i: i[0])):
            text = text[:place] + addition + text[place:]
        return text


def annotate(path, acsl):
    """The source's text with its annotations, and the misfits."""
    source, misfits = Source(path), []
    for heading, body in entries(acsl):
        try:
            source.insert(heading, body)
        except Misfit as misfit:
            misfits.append(f"annotate: {acsl}: {misfit}")
    return source.annotated(), misfits


def make(copy):
    """Writes the annotated copy of the core."""
    for folder in ("src", "include", "port"):
        shutil.copytree(ROOT / folder, copy / folder, dirs_exist_ok=True)
    misfits = []
    for acsl in sorted(PROOFS.rglob("*.acsl")):
        path = acsl.relative_to(PROOFS).with_suffix("")
        if not (ROOT / path).exists():
            misfits.append(f"annotate: {acsl}: there is no {path}")
            continue
        text, unfit = annotate(ROOT / path, acsl)
        (copy / path).write_text(text)
        misfits += unfit
    if misfits:
        sys.exit("\n".join(misfits))


def listed():
    """[(layer, [file])] of verify/prove/files."""
    found = []
    for line in (PROOFS / "files").read_text().splitlines():
        if line and not line.startswith("#"):
            layer, _, files = line.partition(":")
            found.append((layer, files.split()))
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        make(pathlib.Path(folder))
    gone = [path for _, paths in listed() for path in paths if not (ROOT / path).exists()]
    sys.exit("\n".join(f"annotate: verify/prove/files: no {path}" for path in gone) or None)
