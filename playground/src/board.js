// SPDX-License-Identifier: MIT
// A board's map and its answers, as they come in. The map is drawn at most once a frame. An answer
// stands until the board is silent for SILENT_MS or its line ends: an old "clear" is none.
import * as panel from './panel.js';

const SILENT_MS = 2000;

export class Board {
    // `showMap` is given the map whenever it has changed. After `signal` has been aborted nothing
    // is shown.
    constructor(library, showMap, signal) {
        Object.assign(this, { library, showMap, signal });
        this.drawn = this.heard = -1;     // packets and messages of what was shown last
        this.waiting = false;             // a frame has been asked for
        this.silent = null;               // why the board's last answer is none
    }

    begin() {
        this.library.liveBegin();
        this.show();
    }

    take(bytes) {
        this.library.liveTake(bytes);
        if (!this.waiting)
            requestAnimationFrame(() => this.show());
        this.waiting = true;
    }

    // The line has ended, if it has begun.
    end() {
        if (this.heard < 0)
            return;
        this.show();
        this.fallSilent('line has ended');
    }

    show() {
        this.waiting = false;
        if (this.signal.aborted)
            return;
        const state = this.library.liveState(), { packets, messages } = state;
        if (messages !== this.heard)
            this.listenAnew();
        panel.showLive(state, this.silent ?? (state.board ? null : 'has not answered yet'));
        if (packets !== this.drawn)
            this.showMap({ kind: 'tree', cellUm: state.cellUm, originMm: state.originMm,
                           blocks: state.used });
        this.heard = messages;
        this.drawn = packets;
    }

    listenAnew() {
        this.silent = null;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.fallSilent('is silent'), SILENT_MS);
    }

    fallSilent(reason) {
        clearTimeout(this.timer);
        this.silent = reason;
        this.show();
    }
}
