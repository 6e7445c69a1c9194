/* SPDX-License-Identifier: MIT */
/* The four functions that a compiler may call unasked, freestanding or not. */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

/* Words where all is aligned, as struct copies are; may_alias, since any type is copied. */
typedef uint32_t __attribute__((may_alias)) word_t;

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    unsigned char *d = to;
    const unsigned char *s = from;
    if ((((uintptr_t)to | (uintptr_t)from) & 3u) == 0) {
        for (; size >= 4; size -= 4, d += 4, s += 4)
            *(word_t *)(void *)d = *(const word_t *)(const void *)s;
    }
    while (size-- > 0)
        *d++ = *s++;
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *d = to;
    const unsigned char *s = from;
    if ((uintptr_t)d <= (uintptr_t)s) {
        while (size-- > 0)
            *d++ = *s++;
    } else {
        while (size-- > 0)
            d[size] = s[size];
    }
    return to;
}

void *memset(void *to, int value, size_t size)
{
    unsigned char *d = to;
    unsigned char byte = (unsigned char)value;
    if (((uintptr_t)d & 3u) == 0) {
        for (; size >= 4; size -= 4, d += 4)
            *(word_t *)(void *)d = byte * 0x01010101u;
    }
    while (size-- > 0)
        *d++ = byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *p = a, *q = b;
    for (; size > 0; size--, p++, q++) {
        if (*p != *q)
            return *p - *q;
    }
    return 0;
}
