// SPDX-License-Identifier: MIT
// A question and its answer as `oct9` has them on a command line, or as a call in C.

// A file's name as one word of a POSIX shell, which is neither code nor an option. null: there is
// none, as a terminal takes control characters for keys.
function fileWord(name) {
    if (/\p{Cc}/u.test(name))
        return null;
    const path = name.startsWith('-') ? `./${name}` : name;
    return `'${path.replaceAll("'", "'\\''")}'`;
}

const braces = (...values) => `{ ${values.join(', ')} }`;

const rulesOf = unknown => braces(`.unknown = OCT9_${unknown === 'free' ? 'PASSES' : 'BLOCKS'}`,
                                  '.outside = OCT9_FREE');

// Calls that `oct9` has no command for.
const CALLS = {
    box: ({ box, unknown }) => 'oct9_sweep_box(&map, &(oct9_box_input_t)' +
        braces(...box.map(point => braces(...point)),
               rulesOf(unknown)) + ', &output)',
    route: ({ ends, radius, unknown, answer: { room } }) => 'oct9_route_begin(&route, &map, &' +
        `(oct9_route_input_t)${braces(
            `.body = ${braces(`.radius_q6 = ${radius}`, `.rules = ${rulesOf(unknown)}`)}`,
            `.from = ${braces(...ends[0])}`, `.to = ${braces(...ends[1])}`,
            `.sweeps = ${room.sweeps}`, '.nodes = nodes', `.nodes_count = ${room.nodes}`,
            '.points = points', `.points_room = ${room.points}`)})`,
    contact: ({ ends, radius }) => 'oct9_scene_cast(&scene, &(oct9_scene_cast_input_t)' +
        braces(`.motion = ${braces(...ends.map(end => braces(...end)), radius)}`,
               '.capacity = 1', '.hits = &hit') + ', &output)',
};

// The command that asks the same of the map's image, or the call.
export function commandLine(question) {
    const { tool, map, ends, radius, unknown } = question;
    if (CALLS[tool])
        return CALLS[tool](question);
    const file = fileWord(map.name.replace(/\.bt$/i, '.o9'));
    if (file === null)
        return '# no command: the file has control characters in its name';
    const numbers = [...ends.flat(), ...tool === 'sphere' ? [radius] : []].join(' ');
    return `echo '${numbers}' | oct9 ${tool === 'ray' ? 'cast' : 'sweep'} ${file}` +
        (unknown === 'free' ? ' --unknown free' : '');
}

const routeLine = ({ result, nodesUsed, sweeps, points, clear }) =>
    [`${result} ${nodesUsed} ${sweeps}`, ...points.map(point => point.join(' ')),
     ...clear ? [clear.join(' ')] : []].join(', ');

// As `oct9 cast` and `oct9 sweep` print it; the same with its place, of a call.
export function answerLine(tool, answer) {
    const { hit, leaf, face, num, den, point, index, surface, normal } = answer;
    if (tool === 'route')
        return routeLine(answer);
    if (hit === 'none')
        return 'clear';
    if (tool === 'contact')
        return `contact ${index} ${num}/${den} ${[...point, ...surface, ...normal].join(' ')}`;
    const met = `${leaf.corner.join(' ')} ${leaf.size} ${leaf.state}`;
    return tool === 'ray' ? `hit ${met} ${face} ${num}/${den} ${point.join(' ')}`
                          : `blocked ${met} ${num}/${den}` +
                            (tool === 'box' ? ` ${point.join(' ')}` : '');
}
