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

    // MARK: System

    .systemLibrary(
      name: "CBookshopZlib", path: "Sources/System/CBookshopZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),

    // MARK: Model

    .target(
      name: "BookshopModel",
      dependencies: strata(
        "StrataContract", "StrataRequest", "StrataStore", "StrataCache", "StrataMapping", "StrataService"),
      path: "Sources/Model/BookshopModel"),

    // MARK: Presentation

    .target(
      name: "BookshopPresentation",
      dependencies: ["BookshopModel"] + strata("StrataContract", "StrataBinding", "StrataPresentation"),
      path: "Sources/Presentation/BookshopPresentation"),

    // MARK: GTK

    .target(
      name: "BookshopGTK",
      dependencies: ["BookshopModel", "BookshopPresentation"]
        + strata(
          "StrataContract", "StrataRequest", "StrataStore", "StrataBinding", "StrataPresentation", "StrataGTK"),
      path: "Sources/GTK/BookshopGTK", swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "Bookshop", dependencies: ["BookshopGTK"] + strata("StrataGTK"), path: "Sources/GTK/Bookshop"),
    .executableTarget(
      name: "BookshopTour",
      dependencies: ["BookshopModel", "BookshopPresentation", "BookshopGTK"]
        + strata("StrataContract", "StrataRequest", "StrataBinding", "StrataPresentation", "StrataGTK"),
      path: "Sources/GTK/BookshopTour", swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "BookshopFrames",
      dependencies: ["BookshopModel", "BookshopPresentation", "BookshopGTK"]
        + strata("StrataContract", "StrataPresentation", "StrataGTK"),
      path: "Sources/GTK/BookshopFrames", swiftSettings: [.defaultIsolation(MainActor.self)]),

    // MARK: Server

    .target(
      name: "BookshopServerKit", dependencies: ["CBookshopZlib"] + strata("LoopbackServer"),
      path: "Sources/Server/BookshopServerKit", resources: [.copy("Catalogue/Catalogue.tsv")]),
    .executableTarget(
      name: "BookshopServer", dependencies: ["BookshopServerKit"], path: "Sources/Server/BookshopServer"),

    // MARK: Tests

    .testTarget(
      name: "BookshopModelTests",
      dependencies: ["BookshopModel", "BookshopServerKit"]
        + strata("StrataContract", "StrataRequest", "StrataStore", "StrataService", "StrataScripted"),
      path: "Tests/Model/BookshopModelTests"),
    .testTarget(
      name: "BookshopPresentationTests",
      dependencies: ["BookshopModel", "BookshopPresentation"]
        + strata("StrataContract", "StrataBinding", "StrataPresentation", "StrataScripted", "StrataTesting"),
      path: "Tests/Presentation/BookshopPresentationTests"),
    .testTarget(
      name: "BookshopServerKitTests",
      dependencies: ["BookshopServerKit", "BookshopServer", "CBookshopZlib"] + strata("StrataRequest"),
      path: "Tests/Server/BookshopServerKitTests"),
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
