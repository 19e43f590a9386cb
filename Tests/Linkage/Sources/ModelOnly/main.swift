// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest
import StrataService
import StrataStore

let client = Client(URL(filePath: "/"))
let store = try Store.inMemory()
let envelope = Envelope()
print(envelope.data, client.inFlight.count, store.url ?? "memory")
