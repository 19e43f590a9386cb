// swift-tools-version: 6.2
// Part of Strata.
// SPDX-License-Identifier: MIT

import PackageDescription

// The dependency is named, so that the clone's folder may be called anything.

let package = Package(
  name: "Bookshop",
  platforms: [.iOS(.v18), .macOS(.v15)],
  dependencies: [.package(name: "Strata", path: "../..", traits: ["GTK", "Loopback"])],
  targets: [

    // MARK: System

    .systemLibrary(
      name: "CBookshopZlib", path: "Sources/CBookshopZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // MARK: Server

    .target(
      name: "BookshopServerKit",
      dependencies: [.product(name: "LoopbackServer", package: "Strata"), "CBookshopZlib"]),
    .executableTarget(name: "BookshopServer", dependencies: ["BookshopServerKit"]),

    // MARK: Tests

    .testTarget(name: "BookshopServerTests", dependencies: ["BookshopServerKit", "BookshopServer"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .treatAllWarnings(as: .error),
      .treatWarning("ExplicitSendable", as: .error),
    ]
}
