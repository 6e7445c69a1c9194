/* SPDX-License-Identifier: MIT */
/* All of oct9, an octree library for microcontrollers. The linker drops what a program does
 * not call.
 *
 * Which header:
 *
 *     numbers     point.h, mm.h (millimetres), pose.h, status.h, version.h
 *     maps        tree.h (in RAM), image.h and rom.h (in flash), layered.h (one over the other),
 *                 world.h (larger than the cube), linked.h, leaf.h, map.h
 *     materials   material.h (a number for each cell of any map)
 *     segments    walk.h, planes.h, cast.h
 *     robots      sweep.h (spheres, boxes), spheres.h (many at once), obb.h (boxes that turn),
 *                 nearest.h, probe.h, rules.h; far.h (longer than the cube)
 *     routes      route.h (from one place to another), road.h (along a graph, also through a
 *                 world), follow.h (how to fly along one)
 *     regions     region.h, visit.h
 *     exports     export.h (OctoMap's .bt, and grids of nav_msgs)
 *     a robot     mapper.h (all of the next two lines in six calls), sensor.h
 *     mapping     occupancy.h, scan.h, window.h, reader.h (beside a writer)
 *     radio       packet.h
 *     flash       store.h, patch.h (change a map over the air)
 *     solids      primitive.h, scene.h (baked meshes), objects.h (moving objects)
 *     all three   obstacles.h (a map, a scene and objects in one question)
 *     all around  sectors.h (the nearest obstacle in each direction)
 *     points      points.h
 *     cameras     view.h
 *     autopilots  autopilot.h (obstacles to ArduPilot and PX4, poses from them)
 *
 * Optional, not included here, as the library has no float: metric.h (metres, quaternions,
 * roll-pitch-yaw). */
#ifndef OCT9_H
#define OCT9_H

#include "oct9/autopilot.h"
#include "oct9/cast.h"
#include "oct9/export.h"
#include "oct9/far.h"
#include "oct9/follow.h"
#include "oct9/image.h"
#include "oct9/layered.h"
#include "oct9/leaf.h"
#include "oct9/linked.h"
#include "oct9/map.h"
#include "oct9/mapper.h"
#include "oct9/material.h"
#include "oct9/mm.h"
#include "oct9/nearest.h"
#include "oct9/obb.h"
#include "oct9/objects.h"
#include "oct9/obstacles.h"
#include "oct9/occupancy.h"
#include "oct9/packet.h"
#include "oct9/patch.h"
#include "oct9/planes.h"
#include "oct9/point.h"
#include "oct9/points.h"
#include "oct9/pose.h"
#include "oct9/primitive.h"
#include "oct9/probe.h"
#include "oct9/reader.h"
#include "oct9/region.h"
#include "oct9/road.h"
#include "oct9/rom.h"
#include "oct9/route.h"
#include "oct9/rules.h"
#include "oct9/scan.h"
#include "oct9/scene.h"
#include "oct9/sectors.h"
#include "oct9/sensor.h"
#include "oct9/spheres.h"
#include "oct9/status.h"
#include "oct9/store.h"
#include "oct9/sweep.h"
#include "oct9/tree.h"
#include "oct9/version.h"
#include "oct9/view.h"
#include "oct9/visit.h"
#include "oct9/walk.h"
#include "oct9/window.h"
#include "oct9/world.h"

#endif
