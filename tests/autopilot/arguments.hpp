/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
GOOD(oct9_autopilot_input_t, world.autopilot)
FILLED(oct9_autopilot_pose_t)
FILLED(oct9_autopilot_scan_t)
FILLED(oct9_mavlink_message_t)
FILLED(oct9_mavlink_receiver_t)
FILLED(oct9_mavlink_sender_t)
