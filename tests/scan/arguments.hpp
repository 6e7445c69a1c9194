/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_range_t, range)
FILLED(oct9_beam_t)
FILLED(oct9_beams_t)
FILLED(oct9_direction_t)
FILLED(oct9_reading_t)
FILLED(oct9_scan_t)
