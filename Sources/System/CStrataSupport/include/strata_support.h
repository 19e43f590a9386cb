// Part of Strata.
// SPDX-License-Identifier: MIT

#pragma once

#if STRATA_GTK
#include <glib.h>

/// Runs libdispatch's main queue, and with it the main actor, from GLib's main loop.
///
/// Attaches one source to the default main context at `priority`. Call it once,
/// on the main thread, before the loop runs. Returns the source's id, or 0 where
/// this libdispatch does not offer its main-queue handle.
guint strata_main_queue_attach(int priority);
#endif
