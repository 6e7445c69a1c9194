/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_patch_t, world.patch)
GOOD(oct9_patch_site_t, world.site)
GOOD(oct9_patch_piece_t, world.piece)
FILLED(oct9_patch_version_t)
