// Part of Strata.
// SPDX-License-Identifier: MIT

#include "strata_support.h"

#if STRATA_GTK
#include <glib-unix.h>
#include <stdint.h>
#include <unistd.h>

// The pair that CoreFoundation's run loop uses on Linux. Not in a public header.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

static gboolean drain(gint fd, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  uint64_t count;
  // NB: nobody else resets the eventfd; without this read the loop spins.
  ssize_t unused = read(fd, &count, sizeof count);
  (void)unused;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

unsigned int strata_main_queue_attach(int priority) {
  int handle = _dispatch_get_main_queue_handle_4CF();
  return handle < 0 ? 0 : g_unix_fd_add_full(priority, handle, G_IO_IN, drain, NULL, NULL);
}
#endif
