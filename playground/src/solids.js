// SPDX-License-Identifier: MIT
// The primitives of a scene as one mesh, coloured by height and lit from above. A unit is a cell.
import * as THREE from 'three';
import { cellsOf, SUB_CELLS } from './oct9.js';

const HEIGHTS = ['#f1e6d3', '#a7c8ba', '#418d97', '#1e3e67'].map(name => new THREE.Color(name));
const LIGHT = new THREE.Vector3(-0.35, -0.55, 0.76);
const DARKEST = 0.55;
const FEWEST = 1e-3;                      // cells: a sphere of radius 0 is still drawn

const place = point => new THREE.Vector3(...point.map(cellsOf));

function sphere({ a, radius }) {
    const centre = place(a);
    return new THREE.SphereGeometry(Math.max(radius / SUB_CELLS, FEWEST), 24, 16)
        .translate(centre.x, centre.y, centre.z);
}

function box({ a, b }) {
    const low = place(a), high = place(b), size = high.clone().sub(low);
    const middle = low.add(high).multiplyScalar(0.5);
    return new THREE.BoxGeometry(size.x, size.y, size.z).translate(middle.x, middle.y, middle.z);
}

// A capsule lies along y in three.js.
export function capsuleBetween(from, to, radius) {
    const geometry = new THREE.CapsuleGeometry(radius, from.distanceTo(to), 10, 28);
    const turn = new THREE.Quaternion().setFromUnitVectors(
        new THREE.Vector3(0, 1, 0), to.clone().sub(from).normalize());
    const middle = from.clone().add(to).multiplyScalar(0.5);
    return geometry.applyQuaternion(turn).translate(middle.x, middle.y, middle.z);
}

const SHAPES = {
    sphere, box,
    capsule: ({ a, b, radius }) =>
        capsuleBetween(place(a), place(b), Math.max(radius / SUB_CELLS, FEWEST)),
};

// The corners of a primitive's triangles, nine numbers each.
function corners(primitive) {
    if (primitive.kind === 'triangle')
        return [primitive.a, primitive.b, primitive.c].flat().map(cellsOf);
    const geometry = SHAPES[primitive.kind](primitive).toNonIndexed();
    return [...geometry.getAttribute('position').array];
}

function colourAt(height) {
    const at = Math.min(Math.max(height, 0), 1) * (HEIGHTS.length - 1);
    const first = Math.min(Math.floor(at), HEIGHTS.length - 2);
    return HEIGHTS[first].clone().lerp(HEIGHTS[first + 1], at - first);
}

// A colour for each corner: by its height, darker where its triangle looks away from the light.
function colours(positions, low, high) {
    const all = new Float32Array(positions.length), triangle = new THREE.Triangle();
    const normal = new THREE.Vector3();
    for (let i = 0; i < positions.length; i += 9) {
        triangle.a.fromArray(positions, i);
        triangle.b.fromArray(positions, i + 3);
        triangle.c.fromArray(positions, i + 6);
        const light = Math.abs(triangle.getNormal(normal).dot(LIGHT));
        for (let k = i; k < i + 9; k += 3)
            colourAt((positions[k + 2] - low) / Math.max(high - low, 1))
                .multiplyScalar(DARKEST + (1 - DARKEST) * light).toArray(all, k);
    }
    return all;
}

// The mesh of the primitives of a scene between two heights, in cells.
export function solidsMesh(primitives, low, high) {
    const positions = new Float32Array(primitives.flatMap(corners));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
    geometry.setAttribute('color', new THREE.BufferAttribute(colours(positions, low, high), 3));
    return new THREE.Mesh(geometry, new THREE.MeshBasicMaterial(
        { vertexColors: true, side: THREE.DoubleSide }));
}
