// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest

let client = Client(URL(filePath: "/"))
print(client.inFlight.count)
