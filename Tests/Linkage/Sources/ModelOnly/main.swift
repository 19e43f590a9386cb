// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest
import StrataStore

let client = Client(URL(filePath: "/"))
let store = try Store.inMemory()
print(client.inFlight.count, store.url ?? "memory")
