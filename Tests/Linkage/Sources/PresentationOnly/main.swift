// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataPresentation

let router = Router<String>()
router.push("somewhere")
print(router.path)
