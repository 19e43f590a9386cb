// swift-tools-version: 6.2
// Part of Strata.
// SPDX-License-Identifier: MIT

import PackageDescription

// Targets are listed bottom-up in layer blocks: a target names only targets above it in this file.

func strata(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "Strata") }
}

let package = Package(
  name: "Bookshop",
  platforms: [.iOS(.v18), .macOS(.v15)],
  dependencies: [.package(name: "Strata", path: "../..", traits: ["GTK", "Loopback"])],
  targets: [

    // MARK: Model

    .target(
      name: "BookshopModel", dependencies: strata("StrataContract", "StrataRequest", "StrataStore"),
      path: "Sources/Model/BookshopModel"),

    // MARK: Presentation

    .target(
      name: "BookshopPresentation",
      dependencies: ["BookshopModel"] + strata("StrataContract", "StrataPresentation"),
      path: "Sources/Presentation/BookshopPresentation"),

    // MARK: GTK

    // MARK: Server

    // MARK: Tests

    .testTarget(
      name: "BookshopModelTests",
      dependencies: ["BookshopModel"] + strata("StrataContract", "StrataRequest", "StrataStore", "StrataScripted"),
      path: "Tests/Model/BookshopModelTests"),
    .testTarget(
      name: "BookshopPresentationTests",
      dependencies: ["BookshopModel", "BookshopPresentation"]
        + strata("StrataContract", "StrataPresentation", "StrataScripted", "StrataTesting"),
      path: "Tests/Presentation/BookshopPresentationTests"),
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
