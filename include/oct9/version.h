/* SPDX-License-Identifier: MIT */
/* The library's version: MAJOR.MINOR.PATCH, as docs/versions.md says what may change in which. */
#ifndef OCT9_VERSION_H
#define OCT9_VERSION_H

#define OCT9_VERSION_MAJOR 0
#define OCT9_VERSION_MINOR 10
#define OCT9_VERSION_PATCH 0

/* The same as a text: "0.10.0". */
#define OCT9_VERSION OCT9_VERSION_OF(OCT9_VERSION_MAJOR, OCT9_VERSION_MINOR, OCT9_VERSION_PATCH)
#define OCT9_VERSION_OF(major, minor, patch) OCT9_VERSION_TEXT(major, minor, patch)
#define OCT9_VERSION_TEXT(major, minor, patch) #major "." #minor "." #patch

#endif
