// Part of Strata.
// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "strata_benchmark.h"
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

double strata_benchmark_cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static atomic_bool is_counting;
static atomic_llong allocations;

void strata_benchmark_count_allocations(bool counts) { atomic_store(&is_counting, counts); }

#if defined(__GLIBC__)

#include <malloc.h>

int64_t strata_benchmark_heap_bytes(void) { return (int64_t)mallinfo2().uordblks; }

int64_t strata_benchmark_allocations(void) { return atomic_load(&allocations); }

// The executable's malloc comes before libc's for every library, and hands on to it.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static inline void count(void) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed))
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

void *malloc(size_t size) { count(); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { count(); return __libc_calloc(number, size); }
void *realloc(void *block, size_t size) { count(); return __libc_realloc(block, size); }
void *aligned_alloc(size_t alignment, size_t size) { count(); return __libc_memalign(alignment, size); }

#else

int64_t strata_benchmark_heap_bytes(void) { return 0; }

int64_t strata_benchmark_allocations(void) { return -1; }

#endif
