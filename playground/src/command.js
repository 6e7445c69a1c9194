// SPDX-License-Identifier: MIT
// A question and its answer as `oct9` has them on a command line.

// A file's name as one word of a POSIX shell, which is neither code nor an option. null: there is
// none, as a terminal takes control characters for keys.
function fileWord(name) {
    if (/\p{Cc}/u.test(name))
        return null;
    const path = name.startsWith('-') ? `./${name}` : name;
    return `'${path.replaceAll("'", "'\\''")}'`;
}

// The command that asks the same of the map's image.
export function commandLine({ tool, map, ends, radius, unknown }) {
    const file = fileWord(map.name.replace(/\.bt$/i, '.o9'));
    if (file === null)
        return '# no command: the file has control characters in its name';
    const numbers = [...ends.flat(), ...tool === 'sphere' ? [radius] : []].join(' ');
    return `echo '${numbers}' | oct9 ${tool === 'ray' ? 'cast' : 'sweep'} ${file}` +
        (unknown === 'free' ? ' --unknown free' : '');
}

// As `oct9 cast` and `oct9 sweep` print it.
export function answerLine(tool, { hit, leaf, face, num, den, point }) {
    if (hit === 'none')
        return 'clear';
    const met = `${leaf.corner.join(' ')} ${leaf.size} ${leaf.state}`;
    return tool === 'ray' ? `hit ${met} ${face} ${num}/${den} ${point.join(' ')}`
                          : `blocked ${met} ${num}/${den}`;
}
