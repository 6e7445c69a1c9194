// SPDX-License-Identifier: MIT
// A leaf's box, cut by the limits; degenerate where nothing of it is left.
precision highp float;

attribute vec4 leaf;                      // corner in cells, level + 256 state
#ifdef VISITED
attribute float order;
#endif

uniform vec3 low, high;                   // of the limits
uniform highp sampler3D shade;            // how full the space is
uniform vec3 shadeLow;
uniform float shadeStep;                  // cells to a texel

varying vec3 at;                          // in cells
varying vec3 within;                      // in the box, from its low corner
flat varying vec3 extent;                 // of the box
flat varying vec3 normal_;
flat varying float along;                 // 0 to 1: the leaf's place in the order
flat varying float isCut;                 // the top is the section's

// The cell that a place lies in is known to be occupied.
bool isFull(vec3 place) {
    return shadeStep == 1.0 && texelFetch(shade, ivec3(floor(place - shadeLow)), 0).r > 0.5;
}

void main() {
    float size = exp2(mod(leaf.w, 256.0));
    vec3 a = max(leaf.xyz, low), b = min(leaf.xyz + size, high);
    extent = b - a;
    vec3 away = step(cameraPosition, 0.5 * (a + b));
    vec3 axis = vec3(gl_VertexID / 4 == 0, gl_VertexID / 4 == 1, gl_VertexID / 4 == 2);
    within = mix(position, 1.0 - position, away) * extent;
    at = a + within;
    normal_ = axis * (1.0 - 2.0 * away);
    vec3 next = 0.5 * (a + b) + normal_ * (0.5 * extent + 0.5);
    bool top = normal_.z > 0.5 && b.z == high.z;
    isCut = float(top && (leaf.z + size > high.z || isFull(next)));
#ifdef VISITED
    along = order;
    at += (within / extent - 0.5) * 0.02; // before the leaves that it lies on
#else
    along = 0.0;
#endif
    gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
    bool none = any(lessThanEqual(extent, vec3(0.0)));
#ifdef OCCUPIED
    none = none || (size == 1.0 && !top && isFull(next));   // a face between two obstacles
#endif
    if (none)
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
