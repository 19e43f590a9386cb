// Part of Strata.
// SPDX-License-Identifier: MIT

#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Forks a process that answers every GET on 127.0.0.1 with a body; call it before there are other threads.
/// It ends with this process. Returns its port, 0 where it could not start.
uint16_t strata_benchmark_serve(const char *body);

/// Gets an address `count` times, one after the other, on one kept connection. Returns the bytes received.
int64_t strata_benchmark_get(const char *url, int count);

/// Gets an address `count` times, `width` at once. Returns the bytes received.
void *strata_benchmark_open(const char *url);
bool strata_benchmark_get_one(void *easy);
int64_t strata_benchmark_get_at_once(const char *url, int count, int width);
