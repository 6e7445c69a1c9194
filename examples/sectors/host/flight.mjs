// SPDX-License-Identifier: MIT
// A flight of 12 s along the building's corridor and through a door, as an autopilot would report
// it: north, east and down of the map's zero. Twice the autopilot falls silent.

export const TICK_MS = 100, TICKS = 120, RADIUS_M = 0.15;
const BYTES_A_TICK = 576;               // of examples/sectors/main.c
const SPEED = 0.8, HEIGHT = 0.68;       // metres
const corners = [[10.9, 0.75], [14.48, 0.7], [14.48, -0.75], [15.6, -0.75], [15.6, -1.9],
  [16.3, -2.8]];                        // east, north

// In these no position is sent, and in the last no attitude either. From, to below.
const silences = [[0, 300], [7800, 9000], [4000, 5500]];

export function is_silent(time_ms, silence = silences) {
  return silence.some(([from, to]) => time_ms >= from && time_ms < to);
}

// Where it is, and its yaw in radians clockwise from north: to where it flies, and it looks about.
export function pose(time_ms) {
  let left = SPEED * time_ms / 1000, at = 0, yaw = 0;
  let [east, north] = corners[0];
  for (; at + 1 < corners.length && left > 0; at++) {
    const [x, y] = corners[at + 1].map((to, axis) => to - corners[at][axis]);
    const length = Math.hypot(x, y), part = Math.min(1, left / length);
    [east, north] = [corners[at][0] + part * x, corners[at][1] + part * y];
    yaw = Math.atan2(x, y);
    left -= length;
  }
  return { east, north, height: HEIGHT, yaw: yaw + 0.4 * Math.sin(time_ms / 600) };
}

// w, x, y, z of yaw, then pitch, then roll.
function quaternion(yaw, pitch, roll) {
  const [cy, cp, cr] = [yaw, pitch, roll].map((angle) => Math.cos(angle / 2));
  const [sy, sp, sr] = [yaw, pitch, roll].map((angle) => Math.sin(angle / 2));
  return [cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy];
}

function messages(mavlink, time_ms) {
  const { east, north, height, yaw } = pose(time_ms);
  const attitude = new mavlink.common.AttitudeQuaternion();
  const position = new mavlink.common.LocalPositionNed();
  attitude.timeBootMs = position.timeBootMs = time_ms;
  quaternion(yaw, -0.07, 0.05 * Math.sin(time_ms / 400))
    .forEach((part, i) => { attitude[`q${i + 1}`] = part; });
  Object.assign(position, { x: north, y: east, z: -height, vx: 0, vy: 0, vz: 0 });
  return [...is_silent(time_ms, silences.slice(-1)) ? [] : [attitude],
    ...is_silent(time_ms) ? [] : [position]];
}

// The bytes of a line that is never silent.
export function line(mavlink) {
  const protocol = new mavlink.MavLinkProtocolV2(1, 1);
  const bytes = Buffer.alloc(TICKS * BYTES_A_TICK);
  let sequence = 0;
  for (let tick = 0; tick < TICKS; tick++) {
    let at = tick * BYTES_A_TICK;
    for (const message of messages(mavlink, tick * TICK_MS))
      at += protocol.serialize(message, sequence++ % 256).copy(bytes, at);
  }
  return bytes;
}
