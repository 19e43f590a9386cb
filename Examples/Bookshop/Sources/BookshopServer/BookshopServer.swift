// Part of Strata.
// SPDX-License-Identifier: MIT

@main
struct BookshopServer {
  static func main() {}
}
