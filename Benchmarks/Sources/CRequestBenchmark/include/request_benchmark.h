// Part of Strata.
// SPDX-License-Identifier: MIT

#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Forks a process that answers every GET on 127.0.0.1 with a body; call it before there are other threads.
/// It ends with this process. Returns its port, 0 where it could not start.
uint16_t strata_benchmark_serve(const char *_Nonnull body);

/// Gets an address `count` times, one after the other, on one kept connection. Returns the bytes received.
int64_t strata_benchmark_get(const char *_Nonnull url, int count);

/// Gets an address `count` times, `width` at once. Returns the bytes received.
int64_t strata_benchmark_get_at_once(const char *_Nonnull url, int count, int width);

/// Gets an address `count` times, `width` at once, and hands each body over when it is here.
/// Returns how many were got and taken.
int64_t strata_benchmark_get_each(
    const char *_Nonnull url, int count, int width,
    bool (*_Nonnull decode)(const char *_Nonnull bytes, long length));
