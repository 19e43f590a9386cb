// swift-tools-version: 6.2
// Part of Strata.
// SPDX-License-Identifier: MIT

import PackageDescription

// One program for each floor. Scripts/check-linkage looks at the libraries that they load.

let package = Package(
  name: "Linkage",
  platforms: [.iOS(.v18), .macOS(.v15)],
  dependencies: [.package(name: "Strata", path: "../..")],
  targets: [
    .executableTarget(name: "RequestOnly", dependencies: [.product(name: "StrataRequest", package: "Strata")]),
    .executableTarget(
      name: "ModelOnly",
      dependencies: [
        .product(name: "StrataRequest", package: "Strata"), .product(name: "StrataStore", package: "Strata"),
        .product(name: "StrataService", package: "Strata"),
      ]),
    .executableTarget(
      name: "PresentationOnly", dependencies: [.product(name: "StrataPresentation", package: "Strata")]),
  ],
  swiftLanguageModes: [.v6]
)
