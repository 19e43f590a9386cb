// Part of Strata.
// SPDX-License-Identifier: MIT

#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Seconds of processor time that all threads of this process have used.
double strata_benchmark_cpu_seconds(void);

/// Begins or ends counting allocations. Off, a call of malloc costs one branch more.
void strata_benchmark_count_allocations(bool counts);

/// Allocations while counting was on; -1 where they cannot be counted.
int64_t strata_benchmark_allocations(void);

/// Bytes of the heap in use; 0 where they cannot be counted.
int64_t strata_benchmark_heap_bytes(void);
