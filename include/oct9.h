/* SPDX-License-Identifier: MIT */
/* All of oct9: an octree that fits a microcontroller. What a program does not call, the linker
 * leaves out. */
#ifndef OCT9_H
#define OCT9_H

#include "oct9/cast.h"
#include "oct9/image.h"
#include "oct9/leaf.h"
#include "oct9/linked.h"
#include "oct9/map.h"
#include "oct9/mm.h"
#include "oct9/nearest.h"
#include "oct9/obb.h"
#include "oct9/objects.h"
#include "oct9/occupancy.h"
#include "oct9/packet.h"
#include "oct9/planes.h"
#include "oct9/point.h"
#include "oct9/points.h"
#include "oct9/pose.h"
#include "oct9/primitive.h"
#include "oct9/probe.h"
#include "oct9/region.h"
#include "oct9/rom.h"
#include "oct9/rules.h"
#include "oct9/scan.h"
#include "oct9/scene.h"
#include "oct9/status.h"
#include "oct9/store.h"
#include "oct9/sweep.h"
#include "oct9/tree.h"
#include "oct9/version.h"
#include "oct9/view.h"
#include "oct9/visit.h"
#include "oct9/walk.h"
#include "oct9/window.h"

#endif
