# SPDX-License-Identifier: MIT
"""Where the statements of a C source begin and end, so that lists name a place by its text, however
it is broken into lines. The head of an if, a for, a while or a switch is a separate statement, as
are a label, `else` and `do`."""

import bisect
import re

HEADS = {"if", "for", "while", "switch"}
SKIPPED = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|'
                     r'^[ \t]*#(?:\\\n|[^\n])*|//[^\n]*', re.S | re.M)
TOKEN = re.compile(r"\w+|[^\w\s]")


def blank(text):
    """The text with comments, strings and directives as blanks, of the same length."""
    return SKIPPED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def squeezed(text):
    """Without comments and white space: what compares equal however it is laid out."""
    return re.sub(r"\s+", "", re.sub(r"/\*.*?(\*/|$)", "", text, flags=re.S))


def is_part(listed, statement):
    """Whether a list's text, a line or more of a source, belongs to the statement."""
    return squeezed(listed).strip("{};").removeprefix("else") in squeezed(statement)


class Statements:
    def __init__(self, text):
        self.text, self.ends = text, [0]
        self.lines = [0] + [found.end() for found in re.finditer("\n", text)]
        depth, head, enum, last = 0, "", False, ""
        for token in TOKEN.finditer(blank(text)):
            here = token[0]
            if last == "":                # a statement begins
                head, enum = here, False
            enum = enum or here == "enum"
            if here in "([" or \
                    (here == "{" and (depth > 0 or enum or last in ("=", ",", "("))):
                depth += 1
            elif here in ")]" or (here == "}" and depth > 0):
                depth -= 1
            last = here
            if depth == 0 and (here in "{};" or here in ("else", "do") or
                               (here == ")" and head in HEADS) or
                               (here == ":" and head in ("case", "default"))):
                self.ends.append(token.end())
                last = ""

    def at(self, offset):
        """Begin and end of the statement there."""
        after = bisect.bisect_right(self.ends, offset)
        end = self.ends[after] if after < len(self.ends) else len(self.text)
        return self.ends[after - 1], end

    def text_at(self, offset):
        begin, end = self.at(offset)
        return self.text[begin:end]

    def text_of_line(self, number):
        """Of the statement that the line, counted from 1, begins with."""
        first = re.compile(r"[\s}]*").match(self.text, self.lines[number - 1])
        return self.text_at(first.end())
