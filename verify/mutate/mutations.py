# SPDX-License-Identifier: MIT
"""How a C source can be broken in one place: by its tokens; comments, preprocessor lines and
assertions stay as they are."""

import collections
import re
import sys

sys.path.insert(0, "scripts")
from statements import Statements

TOKEN = re.compile(r"""
    (?P<skip>/\*.*?\*/ | ^[ \t]*\#(?:\\\n|[^\n])* | \s+ | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])+')
  | (?P<number>\d\w*) | (?P<name>[A-Za-z_]\w*)
  | (?P<operator><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
    """, re.X | re.S | re.M)

SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "&&": "||", "||": "&&", "+": "-", "-": "+", "+=": "-=", "-=": "+=", "++": "--", "--": "++",
    "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<",
    "&=": "|=", "|=": "&=", "^=": "|=", "<<=": ">>=", ">>=": "<<=",
    "!": "", "~": "", "true": "false", "false": "true",
}
BINARY = {"&"}                            # else it is an address
# Nothing is broken in these; OCT9_HOLD only says to the compiler where to keep a pointer.
ASSERTIONS = {"OCT9_ASSERT", "_Static_assert", "static_assert", "OCT9_HOLD"}
NO_OPERANDS = {"return", "sizeof", "case", "else"}
# What a statement has after its first name, if it is neither a declaration nor a label.
GOES_ON = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "(", "[", ".", "->",
           "++", "--"}
CONTROLS = {"if", "while", "for", "switch", "return", "sizeof"}

Token = collections.namedtuple("Token", "kind text at")
Mutation = collections.namedtuple("Mutation", "file line column what text begin end new")


def tokens(source):
    found = [Token(m.lastgroup, m[0], m.start()) for m in TOKEN.finditer(source)
             if m.lastgroup != "skip"]
    kept, depth = [], None
    for token in found:                   # without assertions
        if token.text in ASSERTIONS:
            depth = 0
        if depth is None:
            kept.append(token)
        elif token.text == "(":
            depth += 1
        elif token.text == ")":
            depth -= 1
            depth = depth or None
    return kept


def closing(found, i, opening, end):
    """Where the bracket closes that found[i] opens."""
    depth = 0
    for j in range(i, len(found)):
        depth += (found[j].text == opening) - (found[j].text == end)
        if depth == 0:
            return j
    return i


def statement_end(found, i):
    """Of the statement that found[i] begins, if it is one that can be left out: its semicolon."""
    text = found[i].text
    after = found[i + 1].text if i + 1 < len(found) else ""
    simple = found[i].kind == "name" and after in GOES_ON and text not in CONTROLS
    leaves = text in ("break", "continue", "return") and after == ";"
    third = found[i + 2].text if i + 2 < len(found) else ""
    counts = text in ("++", "--") or (text == "*" and third == "=")
    if not (simple or leaves or counts):
        return None
    for j in range(i, len(found)):
        if found[j].text in "{}":
            return None
        if found[j].text == ";":
            return j
    return None


def is_array_size(found, i):
    """Whether found[i] says how large an array is that is declared there."""
    if found[i - 1].text != "[" or found[i - 2].kind != "name":
        return False
    begin = i - 2
    while begin > 0 and found[begin - 1].text not in (";", "{", "}", "=", "("):
        begin -= 1
    name = begin + 1
    if found[name].text == "*" and found[begin - 1].text not in ("=", "("):
        name += 1                             # of pointers: no statement is a product
    return found[begin].text not in NO_OPERANDS and \
        all(found[j].kind == "name" for j in (begin, name))


def raw_mutations(source):
    """(begin, end, new text, what is changed) for each."""
    found = tokens(source)
    braces = parens = 0
    size_end = 0                          # of an array's size; nobody can notice one too large
    for i, token in enumerate(found):
        before = found[i - 1] if i else Token("", "", 0)
        end = token.at + len(token.text)
        braces += (token.text == "{") - (token.text == "}")
        parens += (token.text == "(") - (token.text == ")")
        operand = (before.kind in ("name", "number") and before.text not in NO_OPERANDS) or \
            before.text in (")", "]")
        if i < size_end:
            continue
        if token.text in SWAPS and (token.text not in BINARY or operand):
            new = SWAPS[token.text]
            yield token.at, end, new, f"{token.text} to {new}" if new else f"{token.text} left out"
        elif token.kind == "number":
            yield token.at, end, f"({token.text} + 1)", f"{token.text} + 1"
        elif token.text == "[" and operand:
            close = closing(found, i, "[", "]")
            inside = found[i + 1:close]
            at = found[close].at
            if inside and is_array_size(found, i + 1):
                size_end = close
                yield at, at, " - 1", f"[{source[end:at]}] - 1"
            elif len(inside) > 1 or (inside and inside[0].kind == "name"):
                yield at, at, " + 1", f"[{source[end:at]}] + 1"
        elif token.text in ("if", "while") and found[i + 1].text == "(":
            close = closing(found, i + 1, "(", ")")
            begin, at = found[i + 1].at, found[close].at + 1
            yield begin, at, f"(!{source[begin:at]})", f"{token.text} negated"
        if braces and not parens and before.text in (";", "{", "}", ")", "else", ":"):
            last = statement_end(found, i)
            if last is not None:
                lines = source.count("\n", token.at, found[last].at)
                yield token.at, found[last].at, "\n" * lines, "statement left out"


def mutations(path, source):
    """All of a file. `what` and the statement's text identify one as long as that text stays."""
    statements = Statements(source)
    seen, result = collections.Counter(), []
    for begin, end, new, what in raw_mutations(source):
        line = source.count("\n", 0, begin) + 1
        statement = statements.at(begin)
        seen[statement, what] += 1
        if seen[statement, what] > 1:
            what += f", number {seen[statement, what]}"
        text = " ".join(re.sub(r"/\*.*?\*/", "", source[slice(*statement)], flags=re.S).split())
        column = begin - (source.rfind("\n", 0, begin) + 1)
        result.append(Mutation(path, line, column, what, text, begin, end, new))
    return result


def apply(source, mutation):
    return source[:mutation.begin] + mutation.new + source[mutation.end:]
