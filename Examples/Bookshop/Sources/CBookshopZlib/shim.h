// Part of Strata.
// SPDX-License-Identifier: MIT

#include <zlib.h>

/// `deflateInit2` is a macro, which Swift cannot call. `windowBits` 15 writes a zlib stream, 31 a gzip member.
static inline int bookshop_deflate_init(z_stream *stream, int windowBits) {
  return deflateInit2(stream, 6, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
}
