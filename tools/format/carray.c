/* SPDX-License-Identifier: MIT */
/* An image as a C array. */
#include "tools/format/carray.h"

#include <stdbool.h>
#include <string.h>

enum { PER_LINE = 16, STEM_MOST = 256 };

/* In C++ a constant has external linkage, and its name in C, by the declaration before it alone. An
 * attribute aligns in every standard of C and C++, _Alignas from C11 on. */
static const char HEAD[] = "#ifdef __GNUC__\n"
                           "#define ALIGNED __attribute__((__aligned__(4)))\n"
                           "#elif defined(__cplusplus)\n"
                           "#define ALIGNED alignas(4)\n"
                           "#else\n"
                           "#define ALIGNED _Alignas(4)\n"
                           "#endif\n\n"
                           "#ifdef __cplusplus\n"
                           "extern \"C\" {\n"
                           "#endif\n";
static const char TAIL[] = "#ifdef __cplusplus\n"
                           "}\n"
                           "#endif\n\n";

static bool in_identifier(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static void stem_of(char stem[STEM_MOST], const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : strlen(name);
    if (length > STEM_MOST - 1)
        length = STEM_MOST - 1;
    for (size_t i = 0; i < length; i++)
        stem[i] = in_identifier(name[i]) ? name[i] : '_';
    stem[length] = 0;
}

void carray_write(FILE *file, const char *path, const char *kind, const unsigned char *bytes,
                  size_t size)
{
    char stem[STEM_MOST];
    stem_of(stem, path);
    const bool in_rom = !strcmp(kind, "map"); /* what is read from there */
    fprintf(file,
            "/* The image of a %s, made by oct9. C or C++. */\n"
            "#include \"oct9.h\"\n\n"
            "%s"
            "extern const unsigned char oct9_%s_%s[%zu];\n"
            "extern const uint32_t oct9_%s_%s_size;\n"
            "%s"
            "const uint32_t oct9_%s_%s_size = %zu;\n"
            "%sALIGNED const unsigned char oct9_%s_%s[%zu] = {",
            kind, HEAD, kind, stem, size, kind, stem, TAIL, kind, stem, size,
            in_rom ? "OCT9_IN_ROM " : "", kind, stem, size);
    for (size_t i = 0; i < size; i++)
        fprintf(file, "%s%u,", i % PER_LINE == 0 ? "\n" : "", bytes[i]);
    fprintf(file, "\n};\n");
}
