// Part of Strata.
// SPDX-License-Identifier: MIT

#include <zlib.h>

/// deflateInit2, which zlib.h has as a macro only. `window` 15 writes zlib's format, 31 gzip's.
static inline int bookshop_deflate_init(z_stream *stream, int level, int window) {
  return deflateInit2(stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
}
