/* SPDX-License-Identifier: MIT */
/* The sine of whole degrees from 0 to 90, and straight lines in between: off by the square of a
 * degree / 8 at most, less than a unit of Q1.14. */
#include "examples/arm/sine.h"

enum { EIGHTHS = 8, HALF_TURN = 2 * SINE_RIGHT_ANGLE, TURN = 4 * SINE_RIGHT_ANGLE };

/* The last one stands twice, for the line behind it. */
static const int16_t sine_of_degree[92] = {
    0,     286,   572,   857,   1143,  1428,  1713,  1997,  2280,  2563,  2845,  3126,
    3406,  3686,  3964,  4240,  4516,  4790,  5063,  5334,  5604,  5872,  6138,  6402,
    6664,  6924,  7182,  7438,  7692,  7943,  8192,  8438,  8682,  8923,  9162,  9397,
    9630,  9860,  10087, 10311, 10531, 10749, 10963, 11174, 11381, 11585, 11786, 11982,
    12176, 12365, 12551, 12733, 12911, 13085, 13255, 13421, 13583, 13741, 13894, 14044,
    14189, 14330, 14466, 14598, 14726, 14849, 14968, 15082, 15191, 15296, 15396, 15491,
    15582, 15668, 15749, 15826, 15897, 15964, 16026, 16083, 16135, 16182, 16225, 16262,
    16294, 16322, 16344, 16362, 16374, 16382, 16384, 16384
};

static int32_t in_first_quarter(int32_t eighths)
{
    const int32_t degree = eighths / EIGHTHS, part = eighths % EIGHTHS;
    const int32_t low = sine_of_degree[degree], high = sine_of_degree[degree + 1];
    return low + ((high - low) * part + EIGHTHS / 2) / EIGHTHS;
}

int16_t sine_q14(int32_t eighths)
{
    const int32_t turned = (eighths + TURN) % TURN, half = turned % HALF_TURN;
    const int32_t sine = in_first_quarter(half > SINE_RIGHT_ANGLE ? HALF_TURN - half : half);
    return (int16_t)(turned < HALF_TURN ? sine : -sine);
}
