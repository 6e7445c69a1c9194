/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_store_config_t, world.store_config)
GOOD(oct9_store_t, world.store)
