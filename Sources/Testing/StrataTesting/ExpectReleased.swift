// Part of Strata.
// SPDX-License-Identifier: MIT

public import Testing

/// Expects that what `make` returns is released when it has returned.
///
/// ```swift
/// expectReleased { Screen(model: model) }
/// ```
///
/// - Parameters:
///   - make: Makes the object, uses it, and returns it.
///   - sourceLocation: The line that a failure names.
public func expectReleased<Object: AnyObject>(
  _ make: () throws -> Object, sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
  weak let object = try make()
  if object != nil { Issue.record("\(Object.self) is still alive", sourceLocation: sourceLocation) }
}

/// Expects that what `make` returns after waiting is released when it has returned.
///
/// - Parameters:
///   - make: Makes the object, uses it, and returns it. Runs on the caller's actor.
///   - sourceLocation: The line that a failure names.
public func expectReleased<Object: AnyObject>(
  _ make: () async throws -> Object, sourceLocation: SourceLocation = #_sourceLocation
) async rethrows {
  weak let object = try await make()
  if object != nil { Issue.record("\(Object.self) is still alive", sourceLocation: sourceLocation) }
}
