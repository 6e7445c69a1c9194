/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_run_t, run)
FILLED(oct9_receiver_t)
FILLED(oct9_sender_t)
