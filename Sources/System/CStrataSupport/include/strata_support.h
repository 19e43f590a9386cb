// Part of Strata.
// SPDX-License-Identifier: MIT

#pragma once

// NB: no GLib type here. Swift imports this header without the definitions that
// the C files are built with; each function exists only where the trait GTK is on.

/// Runs libdispatch's main queue, and with it the main actor, from GLib's main loop.
///
/// Attaches one source to the default main context at `priority`. Call it once,
/// on the main thread, before the loop runs. Returns the source's id, or 0 where
/// this libdispatch does not offer its main-queue handle.
unsigned int strata_main_queue_attach(int priority);

/// Answers a signal: a GValue array with the emitter first, and its length.
/// What it returns counts for signals that return a boolean.
typedef int (*StrataSignalHandler)(void *data, const void *arguments, unsigned int count);

/// Connects `handler` to any signal of a GObject, whatever its signature.
///
/// `release` gets `data` once, when the connection is gone for good: disconnected,
/// or the object disposed of. Returns the connection's id, or 0 if there is no such signal.
unsigned long strata_signal_connect(
    void *object, const char *signal, StrataSignalHandler handler, void *data, void (*release)(void *data));

/// Emits a signal that has no arguments and returns nothing.
void strata_signal_emit(void *object, const char *signal);

/// Makes a GListModel without rows. Its items are empty objects, made when somebody asks.
///
/// So a million rows cost nothing: who binds an item looks up the row at its position.
void *strata_list_model_new(void);

/// Replaces `removed` rows at `position` by `added` others, and tells everyone who shows the list.
void strata_list_model_replace(void *model, unsigned int position, unsigned int removed, unsigned int added);
