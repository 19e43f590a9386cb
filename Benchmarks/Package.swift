// swift-tools-version: 6.2
// Part of Strata.
// SPDX-License-Identifier: MIT

import PackageDescription

// One executable per module, run by Scripts/bench. A C target beside it holds the loop that is the limit.

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Strata", path: "..")],
  targets: [

    // MARK: Support

    .target(name: "CBenchmarkSupport"),
    .target(name: "BenchmarkSupport", dependencies: ["CBenchmarkSupport"]),

    // MARK: Store

    .systemLibrary(name: "CBenchmarkSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CStoreBenchmark", dependencies: ["CBenchmarkSQLite"]),
    .executableTarget(
      name: "StoreBenchmark",
      dependencies: ["BenchmarkSupport", "CStoreBenchmark", .product(name: "StrataStore", package: "Strata")]),

    // MARK: Request

    .target(name: "CRequestBenchmark", linkerSettings: [.linkedLibrary("curl")]),
    .executableTarget(
      name: "RequestBenchmark",
      dependencies: ["BenchmarkSupport", "CRequestBenchmark", .product(name: "StrataRequest", package: "Strata")]),

    // MARK: Cache

    .executableTarget(
      name: "CacheBenchmark",
      dependencies: [
        "BenchmarkSupport", "CRequestBenchmark", .product(name: "StrataCache", package: "Strata"),
        .product(name: "StrataRequest", package: "Strata"),
      ]),

    // MARK: Mapping

    .executableTarget(
      name: "MappingBenchmark",
      dependencies: ["BenchmarkSupport", .product(name: "StrataMapping", package: "Strata")]),

    // MARK: Diff and Binding

    .executableTarget(
      name: "DiffBenchmark", dependencies: ["BenchmarkSupport", .product(name: "StrataDiff", package: "Strata")]),
    .executableTarget(
      name: "BindingBenchmark",
      dependencies: ["BenchmarkSupport", .product(name: "StrataBinding", package: "Strata")]),

    // MARK: Pager

    .executableTarget(
      name: "PagerBenchmark",
      dependencies: [
        "BenchmarkSupport", .product(name: "StrataContract", package: "Strata"),
        .product(name: "StrataPresentation", package: "Strata"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && !target.name.hasPrefix("C") {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .treatAllWarnings(as: .error),
    ]
}
