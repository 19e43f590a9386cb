// Part of Strata.
// SPDX-License-Identifier: MIT

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The operating system's plain mutual exclusion: the one thing of this module that differs by platform.
#if canImport(Darwin)
@usableFromInline struct PlatformLock: ~Copyable {
  private let lock: os_unfair_lock_t

  init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: os_unfair_lock())
  }

  deinit { lock.deallocate() }

  @usableFromInline borrowing func acquire() { os_unfair_lock_lock(lock) }
  @usableFromInline borrowing func acquireIfFree() -> Bool { os_unfair_lock_trylock(lock) }
  @usableFromInline borrowing func release() { os_unfair_lock_unlock(lock) }
}
#elseif canImport(Glibc) || canImport(Musl)
@usableFromInline struct PlatformLock: ~Copyable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  @usableFromInline borrowing func acquire() { pthread_mutex_lock(lock) }
  @usableFromInline borrowing func acquireIfFree() -> Bool { pthread_mutex_trylock(lock) == 0 }
  @usableFromInline borrowing func release() { pthread_mutex_unlock(lock) }
}
#else
#warning("Platform-specific implementation missing: a lock")
#endif

@available(*, unavailable)
extension PlatformLock: Sendable {}
