// Part of Strata.
// SPDX-License-Identifier: MIT

/// What the app's screens need, made once in the app's root.
public struct BookshopServices: Sendable {
  /// Finds books.
  public var searching: any BookSearching
  /// Reads one book.
  public var reading: any BookReading
  /// Loads covers.
  public var covers: any CoverLoading
  /// Signs in and out.
  public var signingIn: any SigningIn
  /// Reads and changes the account.
  public var account: any AccountReading
  /// Reads and changes addresses.
  public var addresses: any AddressEditing
  /// Reads regions.
  public var regions: any RegionReading

  /// Makes a set of services of any kind.
  public init(
    searching: any BookSearching, reading: any BookReading, covers: any CoverLoading, signingIn: any SigningIn,
    account: any AccountReading, addresses: any AddressEditing, regions: any RegionReading
  ) {
    self.searching = searching
    self.reading = reading
    self.covers = covers
    self.signingIn = signingIn
    self.account = account
    self.addresses = addresses
    self.regions = regions
  }

  /// Services in memory that behave like the real ones: for previews and tests.
  ///
  /// - Parameters:
  ///   - signingIn: Who is there. Default: nobody yet.
  ///   - addresses: The addresses at first. Default none.
  public static func scripted(
    signingIn: ScriptedSignIn = ScriptedSignIn(), addresses: [Address] = []
  ) -> Self {
    let books = ScriptedBooks()
    return Self(
      searching: books, reading: books, covers: books, signingIn: signingIn, account: signingIn,
      addresses: ScriptedAddresses(signingIn: signingIn, addresses), regions: ScriptedRegions())
  }
}
