// swift-tools-version: 6.2
// Part of Strata.
// SPDX-License-Identifier: MIT

import PackageDescription

// Targets are listed bottom-up in layer blocks: a target names only targets
// above it in this file. Scripts/check-imports holds the allowed edges.

let gtk: TargetDependencyCondition = .when(traits: ["GTK"])!
let loopback: TargetDependencyCondition = .when(traits: ["Loopback"])!

let package = Package(
  name: "Strata",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .library(name: "StrataContract", targets: ["StrataContract"]),
    .library(name: "StrataRequest", targets: ["StrataRequest"]),
    .library(name: "StrataStore", targets: ["StrataStore"]),
    .library(name: "StrataCache", targets: ["StrataCache"]),
    .library(name: "StrataMapping", targets: ["StrataMapping"]),
    .library(name: "StrataService", targets: ["StrataService"]),
    .library(name: "StrataDiff", targets: ["StrataDiff"]),
    .library(name: "StrataBinding", targets: ["StrataBinding"]),
    .library(name: "StrataPresentation", targets: ["StrataPresentation"]),
    .library(name: "StrataGTK", targets: ["StrataGTK"]),
    .library(name: "StrataScripted", targets: ["StrataScripted"]),
    .library(name: "StrataTesting", targets: ["StrataTesting"]),
    .library(name: "LoopbackServer", targets: ["LoopbackServer"]),
  ],
  traits: [
    .trait(name: "GTK", description: "The GTK 4 adapter, StrataGTK. Needs libadwaita-1-dev."),
    .trait(name: "Loopback", description: "The loopback HTTP server for tests and examples. Needs libmicrohttpd-dev."),
  ],
  targets: [

    // MARK: System

    .systemLibrary(
      name: "CStrataSQLite", path: "Sources/System/CStrataSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CStrataCurl", path: "Sources/System/CStrataCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CStrataAdwaita", path: "Sources/System/CStrataAdwaita", pkgConfig: "libadwaita-1",
      providers: [.apt(["libadwaita-1-dev", "libgtk-4-dev"])]),
    .systemLibrary(
      name: "CStrataMicroHTTPD", path: "Sources/System/CStrataMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]),
    .target(
      name: "CStrataSupport",
      dependencies: [.target(name: "CStrataAdwaita", condition: gtk)],
      path: "Sources/System/CStrataSupport",
      cSettings: [.define("STRATA_GTK", .when(traits: ["GTK"]))],
      linkerSettings: [.linkedLibrary("dispatch", .when(platforms: [.linux], traits: ["GTK"]))]),

    // MARK: Contract

    .target(name: "StrataContract", path: "Sources/Contract/StrataContract"),

    // MARK: Model

    .target(
      name: "StrataRequest",
      dependencies: [
        "StrataContract", .target(name: "CStrataCurl", condition: .when(platforms: [.linux])),
      ],
      path: "Sources/Model/StrataRequest"),
    .target(
      name: "StrataStore", dependencies: ["StrataContract", "CStrataSQLite"],
      path: "Sources/Model/StrataStore"),
    .target(
      name: "StrataCache", dependencies: ["StrataContract", "StrataRequest", "StrataStore"],
      path: "Sources/Model/StrataCache"),
    .target(name: "StrataMapping", dependencies: ["StrataContract"], path: "Sources/Model/StrataMapping"),
    .target(
      name: "StrataService",
      dependencies: ["StrataContract", "StrataRequest", "StrataStore", "StrataMapping"],
      path: "Sources/Model/StrataService"),

    // MARK: Presentation

    .target(name: "StrataDiff", path: "Sources/Presentation/StrataDiff"),
    .target(name: "StrataBinding", dependencies: ["StrataContract"], path: "Sources/Presentation/StrataBinding"),
    .target(
      name: "StrataPresentation", dependencies: ["StrataContract", "StrataDiff", "StrataBinding"],
      path: "Sources/Presentation/StrataPresentation"),

    // MARK: Adapters

    .target(
      name: "StrataGTK",
      dependencies: [
        "StrataContract", "StrataDiff", "StrataBinding", "StrataPresentation",
        .target(name: "CStrataAdwaita", condition: gtk), .target(name: "CStrataSupport", condition: gtk),
      ],
      path: "Sources/Adapters/StrataGTK", swiftSettings: [.defaultIsolation(MainActor.self)]),

    // MARK: Testing

    .target(
      name: "StrataScripted", dependencies: ["StrataContract", "StrataRequest", "StrataStore"],
      path: "Sources/Testing/StrataScripted"),
    .target(
      name: "StrataTesting", dependencies: ["StrataContract", "StrataDiff", "StrataBinding", "StrataPresentation"],
      path: "Sources/Testing/StrataTesting"),

    // MARK: Tests

    .target(
      name: "LoopbackServer", dependencies: [.target(name: "CStrataMicroHTTPD", condition: loopback)],
      path: "Tests/Support/LoopbackServer"),
    .target(name: "FaultServer", path: "Tests/Support/FaultServer"),
    .executableTarget(
      name: "CacheChild", dependencies: ["StrataRequest", "StrataCache", "StrataScripted"],
      path: "Tests/Support/CacheChild"),
    .executableTarget(name: "StoreChild", dependencies: ["StrataStore"], path: "Tests/Support/StoreChild"),
    .testTarget(
      name: "StrataContractTests", dependencies: ["StrataContract"], path: "Tests/Contract/StrataContractTests"),
    .testTarget(
      name: "StrataRequestTests",
      dependencies: [
        "StrataContract", "StrataRequest", "StrataScripted", "StrataTesting", "FaultServer", "LoopbackServer",
      ],
      path: "Tests/Model/StrataRequestTests"),
    .testTarget(
      name: "StrataStoreTests",
      dependencies: [
        "CStrataSQLite", "StrataContract", "StrataStore", "StrataScripted", "StrataTesting", "StoreChild",
      ],
      path: "Tests/Model/StrataStoreTests"),
    .testTarget(
      name: "StrataCacheTests",
      dependencies: [
        "StrataContract", "StrataRequest", "StrataStore", "StrataCache", "StrataScripted", "StrataTesting",
        "FaultServer", "CacheChild",
      ],
      path: "Tests/Model/StrataCacheTests"),
    .testTarget(
      name: "StrataMappingTests", dependencies: ["StrataContract", "StrataMapping"],
      path: "Tests/Model/StrataMappingTests"),
    .testTarget(
      name: "StrataServiceTests",
      dependencies: [
        "StrataContract", "StrataRequest", "StrataStore", "StrataCache", "StrataMapping", "StrataService",
        "StrataScripted", "StrataTesting", "FaultServer",
      ],
      path: "Tests/Model/StrataServiceTests"),
    .testTarget(
      name: "StrataDiffTests", dependencies: ["StrataDiff", "StrataTesting"],
      path: "Tests/Presentation/StrataDiffTests"),
    .testTarget(
      name: "StrataBindingTests", dependencies: ["StrataBinding", "StrataTesting"],
      path: "Tests/Presentation/StrataBindingTests"),
    .testTarget(
      name: "StrataPresentationTests",
      dependencies: [
        "StrataContract", "StrataBinding", "StrataPresentation", "StrataScripted", "StrataTesting",
      ],
      path: "Tests/Presentation/StrataPresentationTests"),
    .testTarget(
      name: "StrataGTKTests",
      dependencies: [
        "StrataContract", "StrataBinding", "StrataPresentation", "StrataGTK", "StrataTesting",
        .target(name: "CStrataAdwaita", condition: gtk),
      ],
      path: "Tests/Adapters/StrataGTKTests", swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "StrataScriptedTests",
      dependencies: ["StrataContract", "StrataRequest", "StrataStore", "StrataScripted", "StrataTesting"],
      path: "Tests/Testing/StrataScriptedTests"),
    .testTarget(
      name: "StrataTestingTests", dependencies: ["StrataTesting"], path: "Tests/Testing/StrataTestingTests"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "StrataContract", "StrataRequest", "StrataStore", "StrataMapping", "StrataService", "StrataPresentation",
        "StrataScripted",
      ],
      path: "Tests/Documentation/DocumentationTests"),
    .testTarget(
      name: "LoopbackServerTests", dependencies: ["LoopbackServer"], path: "Tests/Support/LoopbackServerTests"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && !target.name.hasPrefix("CStrata") {
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
