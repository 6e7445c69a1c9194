// SPDX-License-Identifier: MIT
// What is asked, in the picture: two ends to be dragged, and the ray, the sphere, the box, the
// route, the contact or the sensor's rays.
import * as THREE from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { cellsOf, coordinateOf, LEAST, MOST, SUB_CELLS } from './oct9.js';
import { capsuleBetween } from './solids.js';

const INK = 0x16233b, BERRY = 0xb3145a, WHITE = 0xffffff;
const GRIP = 18;                          // pixels around an end where it is gripped
const HANDLE = 8;                         // an end's radius in pixels
const NORMAL = 0.05;                      // a normal's length, of the distance to the camera
const ONE_Q14 = 16384;

const cells = point => new THREE.Vector3(...point.map(cellsOf));

// Lines as wide as one likes; `through`: seen, faintly, through what hides them.
class Lines {
    constructor(scene, colour, width, opaque = 1) {
        this.meshes = [opaque, 0.3 * opaque].map((opacity, through) => {
            const material = new LineMaterial({ color: colour, linewidth: width, opacity,
                                                transparent: true, depthTest: !through });
            const mesh = new LineSegments2(new LineSegmentsGeometry(), material);
            mesh.frustumCulled = false;
            mesh.renderOrder = 10;
            scene.add(mesh);
            return mesh;
        });
    }

    // Pairs of places.
    show(places) {
        for (const mesh of this.meshes) {
            mesh.visible = places.length !== 0;
            if (!mesh.visible)
                continue;
            mesh.geometry.dispose();
            mesh.geometry = new LineSegmentsGeometry().setPositions(
                places.flatMap(place => place.toArray()));
        }
    }
}

function ball(scene, colour, opacity = 1) {
    const material = new THREE.MeshBasicMaterial({ color: colour, opacity, transparent: true,
                                                   depthTest: opacity !== 1,
                                                   depthWrite: false });
    const mesh = new THREE.Mesh(new THREE.SphereGeometry(1, 32, 20), material);
    mesh.renderOrder = opacity === 1 ? 12 : 9;
    scene.add(mesh);
    return mesh;
}

export class Probe {
    // `onMove` gets the end that was dragged; `onRelease` is called when it is let go.
    constructor(scene, onMove, onRelease) {
        this.scene = scene;
        this.ends = [[0, 0, 0], [0, 0, 0]];
        this.track = new Lines(scene.scene, INK, 2.5);
        this.beyond = new Lines(scene.scene, INK, 1);
        this.rays = new Lines(scene.scene, BERRY, 1, 0.45);
        this.normal = new Lines(scene.scene, BERRY, 3);
        this.capsule = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial(
            { color: INK, opacity: 0.16, transparent: true, depthWrite: false }));
        this.capsule.renderOrder = 9;
        scene.scene.add(this.capsule);
        this.body = ball(scene.scene, BERRY, 0.35);
        this.block = new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1), this.body.material);
        this.block.renderOrder = 9;
        scene.scene.add(this.block);
        this.handles = this.ends.map(() => [ball(scene.scene, WHITE), ball(scene.scene, INK)]);
        this.contact = ball(scene.scene, BERRY);
        scene.onDrawn.push(() => this.scale());
        this.listen(onMove, onRelease);
    }

    // Ends and contact are as large on the screen at any distance.
    scale() {
        const { camera, canvas } = this.scene;
        const tall = 2 * Math.tan(THREE.MathUtils.degToRad(camera.fov / 2)) / canvas.clientHeight;
        const size = (mesh, pixels) =>
            mesh.scale.setScalar(pixels * tall * mesh.position.distanceTo(camera.position));
        for (const [rim, core] of this.handles) {
            size(rim, HANDLE);
            size(core, 0.68 * HANDLE);
        }
        size(this.contact, 0.5 * HANDLE);
    }

    place() {
        this.handles.forEach((pair, i) =>
            pair.forEach(mesh => mesh.position.copy(cells(this.ends[i]))));
    }

    clear() {
        for (const lines of [this.track, this.beyond, this.rays, this.normal])
            lines.show([]);
        for (const mesh of [this.capsule, this.body, this.block, this.contact])
            mesh.visible = false;
        this.place();
    }

    showRay(answer) {
        const [from, to] = this.ends.map(cells);
        const at = from.clone().lerp(to, answer.num / answer.den);
        this.clear();
        this.track.show([from, at]);
        this.beyond.show(answer.hit === 'leaf' ? [at, to] : []);
        this.contact.visible = answer.hit === 'leaf';
        this.contact.position.copy(at);
    }

    showSphere(answer, radius) {
        const [from, to] = this.ends.map(cells), r = Math.max(radius / SUB_CELLS, 0.02);
        const at = from.clone().lerp(to, answer.num / answer.den);
        this.clear();
        this.track.show([from, at]);
        this.beyond.show(answer.hit === 'leaf' ? [at, to] : []);
        this.body.visible = true;
        this.body.position.copy(at);
        this.body.scale.setScalar(r);
        this.capsule.visible = true;
        this.capsule.geometry.dispose();
        this.capsule.geometry = capsuleBetween(from, at, r);
    }

    // The point that is touched, and the normal there, beside the sphere or the ray.
    showContact(answer, radius) {
        if (radius === 0)
            this.showRay(answer);
        else
            this.showSphere(answer, radius);
        if (answer.hit !== 'leaf')
            return;
        const surface = cells(answer.surface), { camera } = this.scene;
        const length = NORMAL * surface.distanceTo(camera.position) / ONE_Q14;
        this.contact.visible = true;
        this.contact.position.copy(surface);
        this.normal.show([surface, surface.clone().addScaledVector(
            new THREE.Vector3(...answer.normal), length)]);
    }

    // The box at A and where it stops, and the lines along which its corners move.
    showBox(answer, half) {
        const [from, to] = this.ends.map(cells), size = half / SUB_CELLS;
        const at = from.clone().lerp(to, answer.num / answer.den);
        const corner = (middle, i) => new THREE.Vector3(...[1, 2, 4].map(
            bit => i & bit ? size : -size)).add(middle);
        const all = [0, 1, 2, 3, 4, 5, 6, 7];
        const edges = middle => all.flatMap(i => [1, 2, 4].filter(bit => !(i & bit)).flatMap(
            bit => [corner(middle, i), corner(middle, i | bit)]));
        this.clear();
        this.track.show(edges(at));
        this.beyond.show([...edges(from), ...all.flatMap(i => [corner(from, i), corner(at, i)]),
                          ...answer.hit === 'leaf' ? [at, to] : []]);
        this.block.visible = true;
        this.block.position.copy(at);
        this.block.scale.setScalar(2 * size);
    }

    // The route, the sphere where it ends or is blocked, and the place beside a blocked end.
    showRoute({ result, points, clear }, radius) {
        const places = points.map(cells), blocked = this.ends[result === 'to blocked' ? 1 : 0];
        this.clear();
        this.track.show(places.slice(1).flatMap((place, i) => [places[i], place]));
        this.body.visible = true;
        this.body.position.copy(places.at(-1) ?? cells(blocked));
        this.body.scale.setScalar(Math.max(radius / SUB_CELLS, 0.02));
        this.contact.visible = clear !== null;
        if (clear)
            this.contact.position.copy(cells(clear));
    }

    showSensor(answer) {
        const from = cells(this.ends[0]);
        this.clear();
        this.rays.show(answer.rays.flatMap(
            ray => [from, from.clone().lerp(cells(ray.to), ray.num / ray.den)]));
    }

    // --- dragging: level, or upright with Shift

    listen(onMove, onRelease) {
        const { canvas, controls } = this.scene;
        const offset = event => [event.offsetX, event.offsetY];
        canvas.addEventListener('pointerdown', event => {
            const end = this.near(...offset(event));
            if (end < 0 || event.button !== 0)
                return;
            this.dragged = end;
            controls.enabled = false;
            canvas.setPointerCapture(event.pointerId);
        }, { capture: true });
        canvas.addEventListener('pointermove', event => {
            const grips = this.dragged >= 0 || this.near(...offset(event)) >= 0;
            canvas.style.cursor = grips ? 'grab' : '';
            if (this.dragged >= 0 && this.drag(...offset(event), event.shiftKey))
                onMove(this.dragged);
        });
        for (const kind of ['pointerup', 'pointercancel'])
            canvas.addEventListener(kind, () => {
                if (this.dragged >= 0)
                    onRelease();
                this.dragged = -1;
                controls.enabled = true;
            });
    }

    dragged = -1;

    // The end at a pixel, or -1.
    near(x, y) {
        const far = this.ends.map(end => {
            const [ex, ey] = this.scene.pixel(cells(end));
            return Math.hypot(ex - x, ey - y);
        });
        const end = far[1] <= far[0] ? 1 : 0;
        return far[end] <= GRIP ? end : -1;
    }

    // Moves the dragged end to what the pixel shows of its plane; false: it stays.
    drag(x, y, upright) {
        const end = this.ends[this.dragged], at = cells(end), { camera } = this.scene;
        const normal = upright ? camera.getWorldDirection(new THREE.Vector3()).setZ(0).normalize()
                               : new THREE.Vector3(0, 0, 1);
        const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, at);
        const hit = this.scene.sight(x, y).intersectPlane(plane, new THREE.Vector3());
        if (!hit)
            return false;
        const moved = (upright ? at.setZ(hit.z) : hit).toArray()
            .map(value => Math.min(MOST, Math.max(LEAST, coordinateOf(value))));
        const same = moved.every((value, a) => value === end[a]);
        this.ends[this.dragged] = moved;
        return !same;
    }
}
