// Part of Strata.
// SPDX-License-Identifier: MIT

#include "strata_support.h"

#if STRATA_GTK
#include <glib-object.h>

typedef struct {
  GClosure closure;
  StrataSignalHandler handler;
  void (*release)(void *data);
} StrataClosure;

static void marshal(
    GClosure *closure, GValue *result, guint count, const GValue *arguments, gpointer hint, gpointer unused) {
  (void)hint, (void)unused;
  gboolean answer = ((StrataClosure *)closure)->handler(closure->data, arguments, count);
  if (result != NULL && G_VALUE_HOLDS_BOOLEAN(result)) g_value_set_boolean(result, answer);
}

static void finalize(gpointer data, GClosure *closure) { ((StrataClosure *)closure)->release(data); }

unsigned long strata_signal_connect(
    void *object, const char *signal, StrataSignalHandler handler, void *data, void (*release)(void *data)) {
  GClosure *closure = g_closure_new_simple(sizeof(StrataClosure), data);
  ((StrataClosure *)closure)->handler = handler;
  ((StrataClosure *)closure)->release = release;
  g_closure_set_marshal(closure, marshal);
  g_closure_add_finalize_notifier(closure, data, finalize);
  // NB: where the connection fails, sinking and dropping the closure is what releases `data`.
  g_closure_ref(closure);
  g_closure_sink(closure);
  unsigned long id = g_signal_connect_closure(object, signal, closure, FALSE);
  g_closure_unref(closure);
  return id;
}

void strata_signal_emit(void *object, const char *signal) { g_signal_emit_by_name(object, signal); }
#endif
