// SPDX-License-Identifier: MIT
// The camera by keyboard: arrows turn it, with Shift they move it, + and - zoom.
const TURN = Math.PI / 36, MOVE = 40, ZOOM = 0.9;   // radians, pixels, of the distance

const TURNS = {
    ArrowLeft: controls => controls.rotateLeft(TURN),
    ArrowRight: controls => controls.rotateLeft(-TURN),
    ArrowUp: controls => controls.rotateUp(TURN),
    ArrowDown: controls => controls.rotateUp(-TURN),
};
const MOVES = {
    ArrowLeft: controls => controls.pan(MOVE, 0),
    ArrowRight: controls => controls.pan(-MOVE, 0),
    ArrowUp: controls => controls.pan(0, MOVE),
    ArrowDown: controls => controls.pan(0, -MOVE),
};
const nearer = controls => controls.dollyIn(ZOOM), farther = controls => controls.dollyOut(ZOOM);
const ZOOMS = { '+': nearer, '=': nearer, '-': farther, '_': farther };

// Listens while the canvas has the focus. Keys of the browser's own (with Ctrl, Alt, Meta) stay so.
export function listenToKeys({ canvas, controls }) {
    canvas.addEventListener('keydown', event => {
        const move = ZOOMS[event.key] ?? (event.shiftKey ? MOVES : TURNS)[event.key];
        if (!move || event.ctrlKey || event.altKey || event.metaKey)
            return;
        event.preventDefault();
        move(controls);
    });
}
