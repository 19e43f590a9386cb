// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// Reads and changes the addresses of who is signed in.
///
/// Every function throws what `Failure` understands; `signedOut` where nobody is signed in or the sign-in expired.
public protocol AddressEditing: Sendable {
  /// One page of the addresses: the default first, then the newest first.
  func addresses(_ page: PageRequest) async throws -> Page<Address>

  /// The same page, once or twice: where one was kept it comes first. Default: the server's alone.
  func deliveries(_ page: PageRequest) -> Deliveries<Page<Address>>

  /// Makes or changes an address. A refused one has `Failure.fields` by ``AddressDraft/Field``.
  @discardableResult func save(_ draft: AddressDraft) async throws -> Address

  /// Makes an address the default, in place of another.
  @discardableResult func makeDefault(_ id: Address.ID) async throws -> Address

  /// Deletes an address; one that is gone already is fine.
  func delete(_ id: Address.ID) async throws
}

extension AddressEditing {
  /// The server's alone.
  public func deliveries(_ page: PageRequest) -> Deliveries<Page<Address>> { .network { try await addresses(page) } }
}
