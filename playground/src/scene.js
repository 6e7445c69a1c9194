// SPDX-License-Identifier: MIT
// The picture: a map's leaves or a scene's primitives, the camera, and what is drawn when something
// changed. A unit is a cell, z is up.
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Boxes, boxLimits } from './boxes.js';
import { listenToKeys } from './keys.js';
import { shadeOf } from './shade.js';
import { solidsMesh } from './solids.js';

const PAPER = 0xf7f6f2;
const VIEW_ANGLE = 26;                    // degrees, upright
const VIEW_FROM = new THREE.Vector3(-0.3, -0.92, 1.0).normalize();

// Opacity of the faces and edges of visited leaves: hidden ones and others. Those of a scene are
// outlines, cut to its extent, as a leaf with few primitives may be larger than the scene.
const FILLED = { hidden: [0.1, 0.35], visited: [0.45, 0.95] };
const OUTLINED = { hidden: [0.01, 0.1], visited: [0.05, 0.7] };
const FAR = 1e6;

const NOTHING = new Uint16Array(0);

// null: this browser draws nothing in three dimensions.
function newRenderer(canvas) {
    try {
        return new THREE.WebGLRenderer({ canvas, antialias: true });
    } catch {
        return null;
    }
}

// The leaves with something below a height.
function below(leaves, height) {
    const kept = new Uint16Array(leaves.length);
    let count = 0;
    for (let i = 0; i < leaves.length; i += 4)
        if (leaves[i + 2] < height)
            for (let k = 0; k < 4; k++)
                kept[count++] = leaves[i + k];
    return kept.subarray(0, count);
}

export class Scene {
    constructor(canvas) {
        this.canvas = canvas;
        this.renderer = newRenderer(canvas);
        this.renderer?.setClearColor(PAPER);
        this.scene = new THREE.Scene();
        this.camera = new THREE.PerspectiveCamera(VIEW_ANGLE, 1, 1, 5000);
        this.camera.up.set(0, 0, 1);
        this.controls = new OrbitControls(this.camera, canvas);
        this.controls.maxPolarAngle = 0.49 * Math.PI;
        this.controls.screenSpacePanning = true;
        this.controls.addEventListener('change', () => this.draw());
        listenToKeys(this);
        this.addLayers();
        this.onDrawn = [];
        new ResizeObserver(() => this.resize()).observe(canvas);
        this.resize();
    }

    // Free and unknown space are outlines, shown on demand; what was visited is also seen, faintly,
    // through what hides it.
    addLayers() {
        this.limits = boxLimits();
        const whole = this.whole = boxLimits();
        this.limits.shade.value = whole.shade.value = shadeOf(null).texture;
        this.occupied = new Boxes(this.limits, 'OCCUPIED');
        this.free = new Boxes(this.limits, 'FREE', { opacity: [0.008, 0.2] });
        this.unknown = new Boxes(this.limits, 'UNKNOWN', { opacity: [0.015, 0.16] });
        this.hidden = new Boxes(whole, 'VISITED', { opacity: FILLED.hidden, depthTest: false });
        this.visited = new Boxes(whole, 'VISITED', { opacity: FILLED.visited });
        this.hit = new Boxes(whole, 'VISITED', { opacity: [1, 1] });
        [this.occupied, this.hit, this.free, this.unknown, this.hidden, this.visited].forEach(
            (layer, i) => {
                layer.mesh.renderOrder = i;
                this.scene.add(layer.mesh);
            });
    }

    // Shows a map: `leaves` are all of each state; or a scene, which has none.
    show(map, leaves) {
        this.showSolids(map);
        this.leaves = leaves;
        this.limits.low.value.fromArray(map.lo);
        this.limits.high.value.fromArray(map.hi);
        const shade = shadeOf(map, leaves.occupied);
        this.limits.shade.value.dispose();
        this.limits.shade.value = shade.texture;
        this.limits.shadeLow.value.fromArray(map.lo);
        this.limits.shadeSize.value.fromArray(shade.size);
        this.limits.shadeStep.value = shade.step;
    }

    showSolids({ kind, primitives = [], lo, hi }) {
        const isScene = kind === 'scene', look = isScene ? OUTLINED : FILLED;
        this.whole.low.value.fromArray(isScene ? lo : [-FAR, -FAR, -FAR]);
        this.whole.high.value.fromArray(isScene ? hi : [FAR, FAR, FAR]);
        this.hidden.setOpacity(look.hidden);
        this.visited.setOpacity(look.visited);
        this.solids?.geometry.dispose();
        this.solids?.material.dispose();
        this.solids?.removeFromParent();
        this.solids = solidsMesh(primitives, lo[2], hi[2]);
        this.scene.add(this.solids);
    }

    // Shows leaves of these states only, and nothing that is above `height`, in cells.
    choose(states, height) {
        this.limits.high.value.z = height;
        for (const state of Object.keys(this.leaves))
            this[state].show(states.includes(state) ? below(this.leaves[state], height) : NOTHING);
        this.draw();
    }

    // The leaves that a query visited, in order; `hit` the one that it ended at. Without any there
    // is no answer.
    visit(steps = NOTHING, order = new Float32Array(0), hit = NOTHING) {
        this.visited.show(steps, order);
        this.hidden.show(steps, order);
        this.hit.show(hit, new Float32Array(hit.length / 4).fill(1));
        this.light(1);
    }

    // Lights the leaves up to this part of the order.
    light(part) {
        for (const layer of [this.visited, this.hidden, this.hit])
            layer.lit.value = part;
        this.draw();
    }

    // Looks at a map's extent as a whole.
    frame(map) {
        const low = new THREE.Vector3(...map.lo), high = new THREE.Vector3(...map.hi);
        const middle = low.clone().add(high).multiplyScalar(0.5), { camera } = this;
        camera.position.copy(middle).add(VIEW_FROM);
        camera.lookAt(middle);
        camera.updateMatrix();
        const right = new THREE.Vector3(), up = new THREE.Vector3(), back = new THREE.Vector3();
        camera.matrix.extractBasis(right, up, back);
        const tall = Math.tan(THREE.MathUtils.degToRad(VIEW_ANGLE / 2));
        const wide = tall * camera.aspect;
        let distance = 1;
        for (let i = 0; i < 8; i++) {
            const corner = new THREE.Vector3(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y,
                                             i & 4 ? high.z : low.z).sub(middle);
            distance = Math.max(distance, corner.dot(back) +
                Math.max(Math.abs(corner.dot(right)) / wide, Math.abs(corner.dot(up)) / tall));
        }
        camera.position.copy(middle).addScaledVector(VIEW_FROM, 1.03 * distance);
        camera.near = distance / 100;
        camera.far = distance * 20;
        camera.updateProjectionMatrix();
        this.controls.target.copy(middle);
        this.controls.update();
        this.draw();
    }

    resize() {
        const { clientWidth: width, clientHeight: height } = this.canvas;
        if (width === 0 || height === 0)
            return;
        this.renderer?.setPixelRatio(Math.min(window.devicePixelRatio, 2));
        this.renderer?.setSize(width, height, false);
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        this.draw();
    }

    // Draws once, in the next frame, however often it is asked.
    draw() {
        this.asked ??= requestAnimationFrame(() => {
            this.asked = null;
            this.camera.updateMatrixWorld();   // what is placed below looks through it
            this.onDrawn.forEach(call => call());
            this.renderer?.render(this.scene, this.camera);
        });
    }

    // Calls once the picture that was asked for has been drawn.
    afterDrawing(call) {
        requestAnimationFrame(() => {
            const gl = this.renderer?.getContext();
            gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
            call();
        });
    }

    // Where a place is on the canvas, in its pixels.
    pixel(place) {
        const on = place.clone().project(this.camera);
        return [(on.x + 1) / 2 * this.canvas.clientWidth,
                (1 - on.y) / 2 * this.canvas.clientHeight];
    }

    // The line of sight through a pixel of the canvas.
    sight(x, y) {
        const caster = new THREE.Raycaster();
        caster.setFromCamera(new THREE.Vector2(2 * x / this.canvas.clientWidth - 1,
                                               1 - 2 * y / this.canvas.clientHeight), this.camera);
        return caster.ray;
    }
}
