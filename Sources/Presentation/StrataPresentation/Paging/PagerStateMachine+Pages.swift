// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataContract

extension PagerStateMachine {
  /// How many pages in a row may bring nothing, and how often a page may be left out.
  private static var limit: Int { 3 }

  // MARK: - Arrivals

  /// The first page arrived: it replaces the rows.
  mutating func replace(by delivery: Delivery<Page<Item>>) {
    guard let page = flight?.page else { return }
    var fresh = PagerSheet<Item>()
    _ = fresh.join(delivery.value, for: page)
    flight?.hasDelivered = true
    flight?.harvest = fresh.rows.count > 0 ? .newRows : .known
    take(fresh, told: delivery.value.total, from: delivery.origin, since: flight?.since ?? 0)
    if state == .loadingFirst, !rows.isEmpty { state = .refreshing }
  }

  /// The next page arrived: it joins the rows that were there before it.
  mutating func append(_ delivery: Delivery<Page<Item>>) {
    guard let current = flight else { return }
    let (delta, deletes) = (logDelta, logDeletes)
    undoLog()
    if let joint = current.joint { sheet.revert(joint) }
    let known = sheet.marks.total
    if let back = stepBack(delivery, current.page, on: sheet, deletes: deletes) {
      // NB: doing the log again takes its deletes off the position.
      flight?.joint = sheet.stepBack(to: back + deletes, total: delivery.value.total)
      flight?.harvest = .leftOut
    } else {
      let count = sheet.rows.count
      flight?.joint = sheet.join(delivery.value, for: current.page)
      flight?.harvest = sheet.rows.count > count ? .newRows : .known
    }
    flight?.hasDelivered = true
    flight?.listGrew = (delivery.value.total ?? 0) > (known ?? .max)
    origin = delivery.origin
    redoLog()
    correctTotal(told: delivery.value.total, known: known, delta: delta)
  }

  /// One of several pages ended: asks for the one after it, or puts all of them in the rows' place.
  mutating func gathered(
    _ delivery: Delivery<Page<Item>>, into soFar: PagerSheet<Item>, upTo position: Int, _ current: Flight
  ) -> Load? {
    var sheet = soFar
    if let back = stepBack(delivery, current.page, on: sheet, deletes: 0) {
      _ = sheet.stepBack(to: back, total: delivery.value.total)
    } else {
      _ = sheet.join(delivery.value, for: current.page)
    }
    if !sheet.marks.isComplete, sheet.marks.position < position {
      return begin(
        sheet.next(size: size), .again(upTo: position, soFar: sheet), as: .refreshing, continuing: current)
    }
    take(sheet, told: sheet.marks.total, from: delivery.origin, since: current.since)
    if origin.isFresh { refreshes += 1 }
    state = restingState
    return nil
  }

  private mutating func replaceSheet(with other: PagerSheet<Item>) {
    sheet = other
    sheets += 1
  }

  /// Puts new rows in the place of all others. What was edited by hand meanwhile stays edited.
  private mutating func take(_ fresh: PagerSheet<Item>, told: Int?, from newOrigin: Origin, since number: Int) {
    let (delta, known) = (logDelta, log.first.map { $0.undo.marks.total } ?? sheet.marks.total)
    let isSameList = !rowsAreOutdated
    keepLog(since: number, sameList: isSameList)
    replaceSheet(with: fresh)
    redoLog()
    if isSameList { correctTotal(told: told, known: known, delta: delta) }
    rowsAreOutdated = false
    origin = newOrigin
    endedByRepeats = false
    (repeats, stepsBack, furthest) = (0, 0, fresh.marks.number)
  }

  /// A page that was answered after the edits by hand counts them already.
  private mutating func correctTotal(told: Int?, known: Int?, delta: Int) {
    if let told, let known, delta != 0, told == known + delta { sheet.setTotal(told) }
  }

  /// Where the next page must begin if so many rows went away that this page may have skipped some; else `nil`.
  ///
  /// A total that fell says how many; without one, those that were deleted by hand since the page was asked for. All of
  /// them may have stood before this page.
  private mutating func stepBack(
    _ delivery: Delivery<Page<Item>>, _ page: PageRequest, on sheet: PagerSheet<Item>, deletes: Int
  ) -> Int? {
    let answer = delivery.value
    guard delivery.origin.isFresh, page.cursor == nil, answer.cursor == nil, stepsBack < Self.limit else { return nil }
    var lost = deletes
    if let known = sheet.marks.total, let told = answer.total {
      guard answer.items.isEmpty || told >= page.offset + answer.items.count else { return nil }
      lost = max(0, known - told)
    }
    let position = max(0, sheet.marks.position - lost)
    guard page.offset > position else { return nil }
    stepsBack += 1
    return position
  }

  // MARK: - Ends

  /// The state after a page, and the load that must follow.
  ///
  /// A page of known rows only is asked for once more, since it may have been the answer to another request, and then
  /// skipped; three at most. If the list grew, new rows on top have shifted the known ones, and it is skipped at once.
  mutating func settled(_ current: Flight) -> Load? {
    state = restingState
    let isFirstReading = current.page.cursor != nil || current.page.number > furthest
    if current.harvest != .leftOut { furthest = max(furthest, current.page.number) }
    if current.harvest == .newRows { (repeats, stepsBack) = (0, 0) }
    guard state == .loaded, current.harvest != .newRows else { return nil }
    guard current.harvest == .known, isFirstReading else { return loadMore() }
    repeats += 1
    // Rows that were put in by hand may fill pages of their own.
    guard repeats < Self.limit + sheet.marks.local.count / size else {
      endedByRepeats = true
      sheet.setComplete()
      state = .exhausted
      return nil
    }
    if sheet.marks.cursor == nil, !current.listGrew {
      _ = sheet.stepBack(to: current.page.offset, total: sheet.marks.total)
    }
    return loadMore()
  }

  mutating func failed(_ failure: Failure, _ flight: Flight) {
    let isSilent = failure.kind == .cancelled
    if flight.hasDelivered {
      state = restingState
      // NB: scrolling on through saved pages does not tell the same again on every page.
      var wasSaved = false
      if case .more = flight.purpose { wasSaved = !flight.originBefore.isFresh }
      if !isSilent, !wasSaved { notice = failure }
    } else if case .more = flight.purpose {
      state = isSilent ? flight.fallback : .failedMore(failure)
    } else if rows.isEmpty || rowsAreOutdated {
      keepLog(since: flight.since, sameList: false)
      replaceSheet(with: PagerSheet())
      redoLog()
      rowsAreOutdated = false
      state = isSilent ? .idle : .failedFirst(failure)
    } else {
      state = flight.fallback
      if !isSilent { notice = failure }
    }
  }
}
