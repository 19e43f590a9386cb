// Part of Strata.
// SPDX-License-Identifier: MIT

#if canImport(CStrataCurl)
import CStrataCurl
import Foundation

/// The sockets that libcurl waits for, and one timer: a thread waits for them while others change them.
///
/// The kernel keeps both, so changing them wakes nobody.
final class CurlPoll: Sendable {
  /// A socket that is ready, and for what, in libcurl's bits.
  typealias Ready = (socket: curl_socket_t, bits: Int32)

  private let set = epoll_create1(Int32(EPOLL_CLOEXEC))
  private let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))

  init() { change(timer, EPOLL_CTL_ADD, EPOLLIN.rawValue) }

  deinit {
    close(timer)
    close(set)
  }

  /// Has libcurl tell which sockets count. The poll must live as long as the multi handle.
  func attach(to multi: UnsafeMutableRawPointer) {
    strata_curl_multi_set_watcher(multi, watchSocket, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends the wait after a while, a negative one at once; a new call replaces an earlier one.
  func wake(after pause: Duration) {
    let (seconds, attoseconds) = max(pause, .nanoseconds(1)).components
    var time = itimerspec()
    time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    timerfd_settime(timer, 0, &time, nil)
  }

  /// Waits until a socket is ready or the timer has ended.
  func wait() -> [Ready] {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
      let count = Int(epoll_wait(set, events.baseAddress, Int32(events.count), -1))
      var ready: [Ready] = []
      for event in events.prefix(max(0, count)) {
        if event.data.fd == timer {
          var endings: UInt64 = 0
          read(timer, &endings, 8)
        } else {
          ready.append((event.data.fd, Self.bits(event.events)))
        }
      }
      return ready
    }
  }

  fileprivate func watch(_ socket: curl_socket_t, for what: Int32) {
    let bits = (what & CURL_POLL_IN != 0 ? EPOLLIN.rawValue : 0) | (what & CURL_POLL_OUT != 0 ? EPOLLOUT.rawValue : 0)
    // NB: a socket that is in the set is told to be broken even where nobody asked.
    guard bits != 0, what != CURL_POLL_REMOVE else { return _ = change(socket, EPOLL_CTL_DEL, 0) }
    if !change(socket, EPOLL_CTL_ADD, bits) { change(socket, EPOLL_CTL_MOD, bits) }
  }

  @discardableResult private func change(_ file: Int32, _ operation: Int32, _ bits: UInt32) -> Bool {
    var event = epoll_event()
    event.events = bits
    event.data.fd = file
    return epoll_ctl(set, operation, file, &event) == 0
  }

  /// What libcurl is to try. A broken connection counts as ready: reading and writing tell what is wrong with it.
  private static func bits(_ events: UInt32) -> Int32 {
    let isBroken = events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
    return (isBroken || events & EPOLLIN.rawValue != 0 ? CURL_CSELECT_IN : 0)
      | (isBroken || events & EPOLLOUT.rawValue != 0 ? CURL_CSELECT_OUT : 0)
  }
}

private let watchSocket: curl_socket_callback = { _, socket, what, context, _ in
  guard let context else { return 0 }
  Unmanaged<CurlPoll>.fromOpaque(context).takeUnretainedValue().watch(socket, for: what)
  return 0
}
#endif
