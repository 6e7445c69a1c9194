// SPDX-License-Identifier: MIT
// Leaves as boxes, thousands in one call: each is the 8 bytes that the library lists, and only the
// three faces that look at the camera are drawn. A box of limits cuts them, the section among them.
import * as THREE from 'three';
import vertexShader from './boxes.vert?raw';
import fragmentShader from './boxes.frag?raw';

// Three faces of the unit cube, one on each axis; the shader turns them to the camera.
function faces() {
    const position = [], index = [];
    for (let axis = 0; axis < 3; axis++) {
        const first = position.length / 3;
        for (const [u, v] of [[0, 0], [1, 0], [1, 1], [0, 1]]) {
            const corner = [0, 0, 0];
            corner[axis] = 1;
            corner[(axis + 1) % 3] = u;
            corner[(axis + 2) % 3] = v;
            position.push(...corner);
        }
        index.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
    return { position: new Float32Array(position), index };
}

// What all boxes of a picture share: the limits and the shade.
export function boxLimits() {
    return {
        low: { value: new THREE.Vector3() },
        high: { value: new THREE.Vector3(1, 1, 1) },
        shade: { value: null },
        shadeLow: { value: new THREE.Vector3() },
        shadeSize: { value: new THREE.Vector3(1, 1, 1) },
        shadeStep: { value: 1 },
    };
}

export class Boxes {
    // `look` is a name that the shader knows; `opacity` that of faces and of edges.
    constructor(limits, look, { opacity = [1, 1], depthTest = true } = {}) {
        const { position, index } = faces();
        this.geometry = new THREE.InstancedBufferGeometry();
        this.geometry.setAttribute('position', new THREE.BufferAttribute(position, 3));
        this.geometry.setIndex(index);
        this.lit = { value: 1 };
        const solid = opacity[0] === 1;
        this.mesh = new THREE.Mesh(this.geometry, new THREE.ShaderMaterial({
            vertexShader, fragmentShader, side: THREE.DoubleSide, depthTest,
            transparent: !solid, depthWrite: solid,
            defines: { [look]: 1 },
            uniforms: { ...limits, lit: this.lit,
                        opacity: { value: new THREE.Vector2(...opacity) } },
        }));
        this.mesh.frustumCulled = false;
        this.show(new Uint16Array(0));
    }

    setOpacity(opacity) {
        this.mesh.material.uniforms.opacity.value.fromArray(opacity);
    }

    // Leaves as Library.leaves lists them; `order` says of each how far along it is, 0 to 1. The
    // buffers are kept and grow, as a drag fills them at every step.
    show(leaves, order = null) {
        this.fill('leaf', leaves, 4, Uint16Array);
        if (order)
            this.fill('order', order, 1, Float32Array);
        this.geometry.instanceCount = leaves.length / 4;
        this.mesh.visible = leaves.length !== 0;
    }

    fill(name, values, size, Type) {
        let attribute = this.geometry.getAttribute(name);
        if (!attribute || attribute.array.length < values.length) {
            const room = Math.max(values.length, 2 * (attribute?.array.length ?? 64));
            this.geometry.dispose();
            attribute = new THREE.InstancedBufferAttribute(new Type(room), size);
            attribute.setUsage(THREE.DynamicDrawUsage);
            this.geometry.setAttribute(name, attribute);
        }
        attribute.array.set(values);
        attribute.clearUpdateRanges();
        attribute.addUpdateRange(0, values.length);
        attribute.needsUpdate = true;
    }
}
