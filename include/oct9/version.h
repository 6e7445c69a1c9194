/* SPDX-License-Identifier: MIT */
/* The version of the library: MAJOR.MINOR.PATCH. docs/versions.md says which changes raise which
 * number. */
#ifndef OCT9_VERSION_H
#define OCT9_VERSION_H

#define OCT9_VERSION_MAJOR 0
#define OCT9_VERSION_MINOR 11
#define OCT9_VERSION_PATCH 0

/* The version as a text: "0.11.0". */
#define OCT9_VERSION OCT9_VERSION_OF(OCT9_VERSION_MAJOR, OCT9_VERSION_MINOR, OCT9_VERSION_PATCH)
#define OCT9_VERSION_OF(major, minor, patch) OCT9_VERSION_TEXT(major, minor, patch)
#define OCT9_VERSION_TEXT(major, minor, patch) #major "." #minor "." #patch

#endif
