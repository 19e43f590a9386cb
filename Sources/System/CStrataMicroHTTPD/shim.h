// Part of Strata.
// SPDX-License-Identifier: MIT

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

// Swift cannot call variadic functions: each needs a fixed shape here.

/// Starts a daemon with one polling thread on 127.0.0.1 (`port` 0: any free one). NULL on failure, with the reason in errno.
static inline struct MHD_Daemon *strata_mhd_start(
  uint16_t port, unsigned int idleSeconds,
  void *(*begin)(void *context, const char *target, struct MHD_Connection *connection),
  MHD_AccessHandlerCallback access, MHD_RequestCompletedCallback completed, void *context) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return MHD_start_daemon(
    MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME, port, NULL, NULL, access, context,
    MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
    MHD_OPTION_URI_LOG_CALLBACK, begin, context,
    MHD_OPTION_NOTIFY_COMPLETED, completed, context,
    MHD_OPTION_CONNECTION_TIMEOUT, idleSeconds,
    MHD_OPTION_END);
}

/// The port the daemon listens on; 0 if it cannot tell.
static inline uint16_t strata_mhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}
