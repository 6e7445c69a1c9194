// SPDX-License-Identifier: MIT
// Colours: obstacles by height, shaded by what is near; free and unknown space as outlines; visited
// leaves by their order.
precision highp float;
precision highp sampler3D;

uniform vec3 low, high;                   // of the limits
uniform vec2 opacity;                     // of faces and edges
uniform float lit;                        // how far along the order leaves are lit
uniform sampler3D shade;                  // how full the space is
uniform vec3 shadeLow, shadeSize;

varying vec3 at;
varying vec3 within;
flat varying vec3 extent;
flat varying vec3 normal_;
flat varying float along;
flat varying float isCut;

const vec3 SAND = vec3(0.945, 0.902, 0.827), SAGE = vec3(0.655, 0.784, 0.729);
const vec3 TEAL = vec3(0.255, 0.553, 0.592), NAVY = vec3(0.118, 0.243, 0.404);
const vec3 INK = vec3(0.086, 0.137, 0.231);
const vec3 SKY = vec3(0.231, 0.510, 0.965), FOG = vec3(0.420, 0.447, 0.502);
const vec3 AMBER = vec3(1.0, 0.812, 0.200), CORAL = vec3(1.0, 0.420, 0.200);
const vec3 BERRY = vec3(0.780, 0.070, 0.380);

// The lowest part is the floor's.
vec3 heightColour(float t) {
    vec3 colour = mix(SAND, SAGE, smoothstep(0.10, 0.36, t));
    colour = mix(colour, TEAL, smoothstep(0.30, 0.70, t));
    return mix(colour, NAVY, smoothstep(0.62, 1.0, t));
}

vec3 orderColour(float t) {
    return t < 0.5 ? mix(AMBER, CORAL, 2.0 * t) : mix(CORAL, BERRY, 2.0 * t - 1.0);
}

// How full it is there; above the section there is nothing.
float full(vec3 place, float level) {
    return place.z > high.z ? 0.0 : textureLod(shade, (place - shadeLow) / shadeSize, level).r;
}

// Light that reaches the face past what stands around it, by three steps of a widening cone.
float openness() {
    float taken = 0.30 * full(at + 1.2 * normal_, 0.0) + 0.45 * full(at + 2.5 * normal_, 1.0) +
                  0.55 * full(at + 6.0 * normal_, 2.0);
    return clamp(1.0 - taken, 0.25, 1.0);
}

// 1 on an edge of the face, about a pixel wide; 0 where the box is too small to have one.
float edge(float wide) {
    vec3 pixel = max(fwidth(within), vec3(1e-6));
    vec3 far = min(within, extent - within) / pixel + 1e3 * abs(normal_);
    float nearest = min(far.x, min(far.y, far.z));
    vec3 across = extent / pixel + 1e3 * abs(normal_);
    float room = min(across.x, min(across.y, across.z));
    return (1.0 - smoothstep(wide - 0.5, wide + 0.5, nearest)) * smoothstep(3.0, 9.0, room);
}

void main() {
#if defined(OCCUPIED)
    float side = dot(abs(normal_), vec3(0.86, 0.76, 1.0));
    vec3 colour = heightColour((at.z - low.z) / (high.z - low.z)) * side;
    colour = mix(colour * mix(0.55, 1.0, openness()), INK, 0.9 * isCut);
    colour = mix(colour, mix(INK, vec3(1.0), 0.35 * isCut), 0.28 * edge(1.0));
    gl_FragColor = vec4(colour, 1.0);
#elif defined(VISITED)
    float on = step(along, lit);
    float line = edge(1.4);
    vec3 colour = orderColour(along) * dot(abs(normal_), vec3(0.92, 0.85, 1.0));
    colour = mix(colour, orderColour(along) * 0.72, line);
    float alpha = mix(opacity.x, opacity.y, line) * mix(0.12, 1.0, on);
    gl_FragColor = vec4(colour, alpha);
#else
    float line = edge(1.0);
    float alpha = mix(opacity.x, opacity.y, line);
#ifdef FREE
    gl_FragColor = vec4(SKY, alpha);
#else
    gl_FragColor = vec4(FOG, alpha);
#endif
#endif
}
