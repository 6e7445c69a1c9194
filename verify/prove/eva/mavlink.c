/* SPDX-License-Identifier: MIT */
/* Reading an autopilot's link: any byte, in any state that the reader may be in. */
#include "oct9/autopilot.h"

#include "any.h"

static oct9_mavlink_receiver_t receiver;

/* `head` is one of three, and a frame's bytes are counted up to its end. */
static void any_state(void)
{
    static const uint8_t heads[3] = { 0, 6, 10 };
    ANY(receiver);
    receiver.head = heads[WITHIN(0, 2)];
    receiver.at = (uint16_t)WITHIN(0, 280);
    receiver.attitude.known = (bool)WITHIN(0, 1);
    receiver.position.known = (bool)WITHIN(0, 1);
}

int main(void)
{
    any_state();
    return oct9_autopilot_read(&receiver, (uint8_t)WITHIN(0, 255), (uint32_t)WITHIN(0, 1000000));
}
