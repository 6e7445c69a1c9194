// SPDX-License-Identifier: MIT
// Messages between oct9 and node-mavlink, in both directions, field by field.
//
// Usage: node exchange.mjs EXCHANGE [COUNT [SEED]]; EXCHANGE is the program of exchange.c

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

// From the folder where npm put it.
const require = createRequire(pathToFileURL(`${process.cwd()}/package.json`));
const mavlink = require("node-mavlink");

const [exchange, count = "10000", seed = String(Date.now())] = process.argv.slice(2);
const classes = { ...mavlink.minimal.REGISTRY, ...mavlink.common.REGISTRY,
  ...mavlink.ardupilotmega.REGISTRY };
let passed = 0, failed = 0;

function check(good, text) {
  if (good)
    passed++;
  else if (failed++ < 5)
    console.log(text);
}

function run(mode, input) {
  const made = spawnSync(exchange, mode, { input, maxBuffer: 1 << 28 });
  if (made.status !== 0)
    throw new Error(`${exchange} ${mode.join(" ")} failed: ${made.stderr}`);
  return made.stdout.toString().split("\n").filter((line) => line !== "");
}

// --- oct9 writes -----------------------------------------------------------------------------

function value(text) {
  const [number, parts] = text.split("/").map(Number);
  return parts ? Math.fround(number / parts) : number;
}

function same(name, text, data) {
  if (name === "timeUsec")
    return BigInt(text) === data;
  if (name === "distances")
    return text === data.join(",");
  return value(text) === data || (value(text) === 0 && data === 0);
}

async function read_packets(bytes) {
  const packets = [];
  const stream = Readable.from([bytes]).pipe(new mavlink.MavLinkPacketSplitter())
    .pipe(new mavlink.MavLinkPacketParser());
  for await (const packet of stream)
    packets.push(packet);
  return packets;
}

async function others_read_ours() {
  const lines = run(["write", count, seed]).map((line) => line.split(" "));
  const packets = await read_packets(Buffer.from(lines.map((line) => line[0]).join(""), "hex"));
  check(packets.length === lines.length, `${lines.length} sent, ${packets.length} read`);
  packets.forEach((packet, i) => {
    const [frame, id, ...fields] = lines[i];
    const { header } = packet;
    check(header.msgid === Number(id) && header.sysid === 7 && header.compid === 195 &&
      header.seq === i % 256, `${frame}: another header`);
    const data = packet.protocol.data(packet.payload, classes[header.msgid]);
    for (const field of fields) {
      const [name, text] = field.split("=");
      check(same(name, text, data[name]), `${frame}: ${name} is ${data[name]}, not ${text}`);
    }
  });
}

// --- oct9 reads ------------------------------------------------------------------------------

let state = BigInt(seed);

function random() {                     // 0 to below 1, by the generator of tests/random.h
  state = BigInt.asUintN(64, state + 0x9E3779B97F4A7C15n);
  let z = state;
  z = BigInt.asUintN(64, (z ^ z >> 30n) * 0xBF58476D1CE4E5B9n);
  z = BigInt.asUintN(64, (z ^ z >> 27n) * 0x94D049BB133111EBn);
  return Number((z ^ z >> 31n) >> 32n) / 2 ** 32;
}

// To the nearest, halves away from 0.
function rounded(x) {
  return Math.sign(x) * Math.floor(Math.abs(x) + 0.5);
}

function attitude(time) {
  const message = new mavlink.common.AttitudeQuaternion();
  const q = [0, 0, 0, 0].map(() => random() * 2 - 1);
  const length = Math.hypot(...q);
  q.forEach((part, i) => { message[`q${i + 1}`] = Math.fround(part / length); });
  message.timeBootMs = time;
  message.rollspeed = random();
  message.reprOffsetQ = [1, 0, 0, random()];
  const numbers = [1, 2, 3, 4].map((i) => rounded(message[`q${i}`] * 65536));
  return { message, numbers };
}

function position(time) {
  const message = new mavlink.common.LocalPositionNed();
  for (const name of ["x", "y", "z"])
    message[name] = Math.fround((random() * 2 - 1) * 10 ** (random() * 8 - 2));
  for (const name of ["vx", "vy", "vz"])
    message[name] = Math.fround((random() * 2 - 1) * 30);
  message.timeBootMs = time;
  const numbers = ["x", "y", "z", "vx", "vy", "vz"].map((name) => rounded(message[name] * 1000));
  return { message, numbers };
}

function we_read_others() {
  const frames = [], expected = [];
  for (let time = 1; time <= Number(count); time++)
    for (const { message, numbers } of [attitude(time), position(time)]) {
      const system = 1 + Math.floor(random() * 255);
      const protocol = random() < 0.5 ? new mavlink.MavLinkProtocolV2(system, 1)
        : new mavlink.MavLinkProtocolV1(system, 1);
      frames.push(protocol.serialize(message, time % 256));
      if (random() < 0.1)               // another message in between
        frames.push(protocol.serialize(new mavlink.minimal.Heartbeat(), time % 256));
      expected.push([0, system, 1, time, ...numbers].join(" "));
    }
  const lines = run(["read"], Buffer.concat(frames));
  check(lines.length === expected.length, `${expected.length} sent, ${lines.length} read`);
  expected.forEach((line, i) => check(line === lines[i], `read ${lines[i]}, sent ${line}`));
}

console.log(`seed ${seed}`);
await others_read_ours();
we_read_others();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
