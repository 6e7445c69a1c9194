#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the library as two files: amalgam.py FOLDER writes FOLDER/oct9.h and FOLDER/oct9.c,
and FOLDER/oct9_metric.h for those who want the optional header for floats.

oct9.h is include/oct9.h with all that it includes; oct9.c the port's and the core's own headers,
each once, and then their sources, as they are. So a name that a source has at its outermost level
(a static function, a constant, a type, a macro) means one thing in all of them: one that has two
meanings is refused.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

INCLUDE = re.compile(r'[ \t]*#[ \t]*include "([^"]+)".*\n')
MACRO = re.compile(r'^[ \t]*#[ \t]*define[ \t]+(\w+)', re.M)

# What a file may name at its outermost level, in the form that this project is written in.
NAMES = [
    re.compile(r'^(?!return|else)[A-Za-z_][\w ]*[ *](\w+)\(', re.M),                  # a function
    re.compile(r'^(?:static|const)[^;{(=]*?(\w+)(?:\[[^\]]*\])*\s*=', re.M),          # a constant
    re.compile(r'^(?:typedef[^;{]*\{[^}]*)?\}\s*(\w+);', re.M),                        # a type
    re.compile(r'^(?:typedef\s+)?(?:struct|union|enum)\s+(\w+)\s*\{', re.M),          # a tag
]
# What compiles a file for speed, to its end: such sources come last, behind the external copies of
# inline functions, which are compiled as their headers are.
HOT = 'port/oct9_hot.h'
EXTERN = re.compile(r'^extern inline [^;]*;\n', re.M)

ENUM = re.compile(r'^(?:typedef\s+)?enum\b[^{;]*\{(.*?)\}', re.M | re.S)


def read(path):
    return (ROOT / path).read_text().replace('/* SPDX-License-Identifier: MIT */\n', '')


def without_comments(text):
    return re.sub(r'/\*.*?\*/', '', text, flags=re.S)


def is_guarded(text):
    return re.search(r'^#ifndef OCT9_\w*H\n#define', text, re.M) is not None


def lines_with_depth(text):
    """Each line and how many conditions it stands in, a header's guard not counted."""
    depth = -1 if is_guarded(text) else 0
    for line in text.splitlines(keepends=True):
        if re.match(r'\s*#\s*endif', line):
            depth -= 1
        yield line, depth
        if re.match(r'\s*#\s*if', line):
            depth += 1


def file_of(name):
    return 'include/' + name if name == 'oct9.h' or name.startswith('oct9/') else name


def titled(path, text):
    return f'/* === {path} ' + '=' * max(4, 88 - len(path)) + ' */\n' + text.strip('\n') + '\n\n'


def parts(path, done, within):
    """What is before a text: the headers that it includes, each once; and its own text, which has
    in place what only some builds include, as `within` gives it."""
    before, own = '', ''
    for line, depth in lines_with_depth(read(path)):
        include = INCLUDE.match(line)
        if not include:
            own += line
            continue
        other = file_of(include[1])
        if depth > 0:
            own += within(other)
        elif other not in done and 'typedef' in own:      # it holds what is before it
            own += header(other, done)
        elif other not in done and other != HOT:
            before += header(other, done)
    return before, own


def header(path, done):
    done.add(path)
    before, own = parts(path, done, read)
    return before + titled(path, own)


def source(path, done):
    return parts(path, done, lambda other: without_includes(read(other)))


def without_includes(text):
    return INCLUDE.sub('', text)


def private(names):
    return {name for name in names if not name.lower().startswith('oct9_')}


def names_of(text):
    text = without_comments(text)
    names = {name for form in NAMES for name in form.findall(text)}
    for body in ENUM.findall(text):
        names |= set(re.findall(r'(?:^|,)\s*(\w+)', body))
    return private(names)


def refuse_second_meanings(texts):
    """Ends where two files have a name of their own each, or one has a macro that another uses."""
    names = {path: names_of(text) for path, text in texts.items()}
    words = {path: set(re.findall(r'\w+', without_comments(text))) for path, text in texts.items()}
    macros = {path: private(MACRO.findall(text)) for path, text in texts.items()}
    wrong = []
    for path in texts:
        for other in texts:
            twice = macros[path] & words[other] if other != path else set()
            if path < other:
                twice |= names[path] & names[other]
            wrong += [f'{name} of {path} has another meaning in {other}' for name in sorted(twice)]
    if wrong:
        sys.exit('amalgam: ' + '\namalgam: '.join(wrong) + '''
All sources of src/ and port/ become one file, where a static function, a constant, a type or a
macro is seen by all that follows. Give one of the two a name that says what it does to what, as
set_walk_axis; if both do the same, let both files call one function.''')


def top(what):
    licence = ''.join(f' * {line}'.rstrip() + '\n' for line in read('LICENSE').splitlines())
    return ('/* SPDX-License-Identifier: MIT */\n'
            f'/* {what}, made by `make amalgam` of oct9.\n *\n{licence} */\n\n')


def main(target):
    paths = sorted(str(path.relative_to(ROOT)) for folder in ('port', 'src')
                   for path in (ROOT / folder).rglob('*.c'))
    done = set()
    public = header('include/oct9.h', done)
    private, sources = '', {}
    for path in paths:
        before, sources[path] = source(path, done)
        private += before
    refuse_second_meanings({str(path.relative_to(ROOT)): path.read_text()
                            for folder in ('port', 'src')
                            for path in sorted((ROOT / folder).rglob('*.[ch]'))})
    hot = [path for path in paths if HOT in read(path)]
    copies = ''.join(line for path in hot for line in EXTERN.findall(sources[path]))
    sources.update({path: EXTERN.sub('', sources[path]) for path in hot})
    target.mkdir(parents=True, exist_ok=True)
    (target / 'oct9.h').write_text(top('All headers of oct9 in one') + public)
    (target / 'oct9_metric.h').write_text(
        top('oct9/metric.h, optional: floats') + '#include "oct9.h"\n\n' +
        header('include/oct9/metric.h', set(done)))

    def written(some):
        return ''.join(titled(path, sources[path]) for path in some)

    (target / 'oct9.c').write_text(
        top('All of oct9 in one file') + '#include "oct9.h"\n\n' + private +
        written(path for path in paths if path not in hot) + copies + '\n' + header(HOT, done) +
        written(hot))


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]))
