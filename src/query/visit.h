/* SPDX-License-Identifier: MIT */
/* Internal: what every query with a frustum asks of it. */
#ifndef OCT9_SRC_VISIT_H
#define OCT9_SRC_VISIT_H

#include "oct9/visit.h"

#include <stdbool.h>

/* No normal is zero or has a coordinate beyond +-OCT9_ONE_Q14. */
bool oct9_frustum_good(const oct9_frustum_t *frustum);

#endif
