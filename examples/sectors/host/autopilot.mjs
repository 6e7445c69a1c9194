// SPDX-License-Identifier: MIT
// An autopilot of node-mavlink for the companion: it sends where the robot is, reads the rings that
// come back, and judges them. The companion is run on the host and on a board; both must send the
// same bytes.
//
// Usage: node autopilot.mjs MODULES OCT9 MAP OUT HOST-PROGRAM BOARD-COMMAND...
// MODULES is the folder where npm put node-mavlink. OUT gets a line for each ring: its time, ms;
// the robot's place, east and north, m; where the ring's first element is, and how far the next is
// from it, degrees clockwise from north; the range and the elements, cm.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { is_silent, line, pose, RADIUS_M, TICK_MS, TICKS } from "./flight.mjs";
import { columns, nearest } from "./walls.mjs";

const [modules, oct9, map, out, program, ...board] = process.argv.slice(2);
const mavlink = createRequire(resolve(modules, "package.json"))("node-mavlink");
const { Heartbeat } = mavlink.minimal;
const { CommandLong, ObstacleDistance } = mavlink.common;
const HEIGHT_M = 0.16;                  // what counts above and below the robot's middle
const RANGE_CM = 599;                   // 6 m, rounded down
const LATE_MS = 300;                    // from here on after the last pose it is not known
const TOUCHED_CM = 1;
const EDGE_DEG = 0.3;                   // a place is rounded to sub-cells, by 1 mm
const MORE_M = 0.002, LESS_M = 0.06;    // two sub-cells, a cm, and what thin rays do not meet

let failed = 0;

function check(good, text) {
  if (!good && failed++ < 10)
    console.log(text);
}

// What the companion sends. A board hears nothing before its own first words. Node's pipes are
// sockets, which a board's /dev/stdin cannot be.
function fly(command, is_board) {
  const child = spawn("sh", ["-c", 'cat | "$@"', "sh", ...command],
    { stdio: ["pipe", "pipe", "inherit"] });
  const chunks = [];
  const begin = () => child.stdin.end(line(mavlink));
  child.stdin.on("error", () => {});    // it has ended early, and its status says so
  if (is_board)
    child.stdout.once("data", begin);
  else
    begin();
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  return new Promise((resolved) => child.on("close", (status) => {
    check(status === 0, `${command[0]} ended with status ${status}`);
    const said = Buffer.concat(chunks), end = said.lastIndexOf("\nmeasured");
    resolved(end < 0 ? [said, ""] : [said.subarray(0, end), said.subarray(end + 1).toString()]);
  }));
}

async function read(bytes) {
  const messages = [];
  const stream = Readable.from([bytes]).pipe(new mavlink.MavLinkPacketSplitter())
    .pipe(new mavlink.MavLinkPacketParser());
  for await (const { header, payload, protocol } of stream) {
    const kind = [Heartbeat, CommandLong, ObstacleDistance]
      .find((one) => one.MSG_ID === header.msgid);
    check(kind && header.sysid === 1 && header.compid === 195 &&
      header.seq === messages.length % 256, `a message ${header.msgid}, not sent`);
    if (kind)
      messages.push(protocol.data(payload, kind));
  }
  return messages;
}

// --- the judge -------------------------------------------------------------------------------

const radians = (degrees) => degrees * Math.PI / 180;

// The last pose that came before, and whether it is too old.
function known(time_ms) {
  let last = time_ms;
  while (last >= 0 && is_silent(last))
    last -= TICK_MS;
  return { last, late: last < 0 || time_ms - last >= LATE_MS };
}

// An element lies clockwise from ahead, and is 5 degrees wide: at least what is a little beside it
// is near, and at most what is within it.
function judge_element(walls, at, ring, i) {
  const middle = at.yaw + radians(ring.angleOffset + i * ring.incrementF);
  const range = ring.maxDistance / 100 + RADIUS_M;
  const [least, most] = [EDGE_DEG, -EDGE_DEG].map((more) => radians(ring.incrementF / 2 + more))
    .map((half) => nearest(walls, at, middle - half, middle + half, range) - RADIUS_M);
  const said = Math.min(ring.distances[i], ring.maxDistance) / 100;
  check(said >= least - LESS_M && said <= Math.max(TOUCHED_CM / 100, most + MORE_M),
    `at ${ring.timeUsec / 1000n} ms element ${i} is ${said} m, not ${least.toFixed(3)} to ` +
    `${most.toFixed(3)} m`);
}

function judge(walls, rings) {
  check(rings.length === TICKS, `${rings.length} rings, not ${TICKS}`);
  rings.forEach((ring, tick) => {
    const time_ms = tick * TICK_MS, { last, late } = known(time_ms);
    const touched = ring.distances.every((cm) => cm === TOUCHED_CM);
    check(ring.frame === 12 && ring.distances.length === 72 && ring.maxDistance === RANGE_CM,
      `at ${time_ms} ms another kind of ring`);
    check(touched === late, `at ${time_ms} ms it is ${touched ? "" : "not "}touched`);
    check(late || Number(ring.timeUsec) >= 1000 * (time_ms - LATE_MS), `at ${time_ms} ms too old`);
    if (last === time_ms)
      ring.distances.forEach((_, i) => judge_element(walls, pose(time_ms), ring, i));
  });
}

// --- what is printed, and what is drawn ------------------------------------------------------

function print(rings) {
  const at = ({ distances, angleOffset, maxDistance }, clockwise) => {
    const cm = distances[(clockwise - angleOffset + 360) % 360 / 5];
    return (cm > maxDistance ? "clear" : String(cm)).padStart(8);
  };
  console.log("    s   ahead   right  behind    left, cm");
  for (let tick = 0; tick < rings.length; tick += 5) {
    const ring = rings[tick], seconds = (tick * TICK_MS / 1000).toFixed(1).padStart(5);
    const touched = ring.distances.every((cm) => cm === TOUCHED_CM);
    console.log(seconds + [0, 90, 180, 270].map((angle) => at(ring, angle)).join("") +
      (touched ? "  the robot is not known: touched" : ""));
  }
}

function picture(rings) {
  return rings.map((ring, tick) => {
    const time_ms = tick * TICK_MS, { east, north, yaw } = pose(time_ms);
    return [time_ms, east, north, yaw * 180 / Math.PI + ring.angleOffset, ring.incrementF,
      ring.maxDistance, ...ring.distances].join(" ");
  }).join("\n") + "\n";
}

const [[host], [said, measured]] = await Promise.all([fly([program], false), fly(board, true)]);
check(host.equals(said), `the host sent ${host.length} bytes, the board ${said.length}, others`);
const messages = await read(said);
const of = (kind) => messages.filter((message) => message instanceof kind);
const rings = of(ObstacleDistance), { height } = pose(0);
check(of(Heartbeat).length === TICKS / 10, `${of(Heartbeat).length} heartbeats`);
check(of(CommandLong).map((message) => message._param1).join() ===
  Array(TICKS / 10).fill("31,32").join(), "it asks for other messages");
judge(columns(oct9, map, height - HEIGHT_M, height + HEIGHT_M), rings);
print(rings);
writeFileSync(out, picture(rings));
console.log(`${said.length} bytes, ${rings.length} rings, SHA-256 ` +
  createHash("sha256").update(said).digest("hex").slice(0, 16));
console.log(measured.trim());
process.exit(failed === 0 && measured !== "" ? 0 : 1);
