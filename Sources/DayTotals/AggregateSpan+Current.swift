extension AggregateSpan {
  /// Returns the accounts that no other of exactly the same span replaces, in their order.
  ///
  /// An account replaces those that are of the same thing, if its export knows longer. `names` decides what is the same:
  /// accounts that have a name in common. A name that is `nil` is common to all.
  /// - Parameters:
  ///   - spans: of one measure and one day.
  ///   - names: of whom a source's account is.
  static func current(_ spans: [AggregateSpan], names: (_ source: Int32) -> [String?]) -> [AggregateSpan] {
    var isReplaced = [Bool](repeating: false, count: spans.count)
    for group in groups(spans) {
      // Accounts of one export don't replace each other: mostly there is nothing to compare.
      let first = spans[group[0]].recency
      guard group.contains(where: { spans[$0].recency.knownUntilMs != first.knownUntilMs }) else { continue }
      var newest: [String?: Recency] = [:]
      for place in group {
        let recency = spans[place].recency
        for name in names(spans[place].source) { newest[name] = max(newest[name] ?? recency, recency) }
      }
      for place in group {
        let own = names(spans[place].source)
        let rivals = own.contains(nil) ? Array(newest.values) : (own + [nil]).compactMap { newest[$0] }
        isReplaced[place] = rivals.contains { $0.knowsLonger(than: spans[place].recency) }
      }
    }
    return isReplaced.contains(true) ? spans.indices.filter { !isReplaced[$0] }.map { spans[$0] } : spans
  }

  /// The places of the spans that others have too, together with these.
  private static func groups(_ spans: [AggregateSpan]) -> [[Int]] {
    func comesBefore(_ a: Int, _ b: Int) -> Bool {
      (spans[a].startMs, spans[a].endMs, a) < (spans[b].startMs, spans[b].endMs, b)
    }
    var places = Array(spans.indices)
    if !zip(places, places.dropFirst()).allSatisfy(comesBefore) { places.sort(by: comesBefore) }
    var groups: [[Int]] = []
    var start = 0
    while start < places.count {
      let first = spans[places[start]]
      let end = places[start...].firstIndex { spans[$0].startMs != first.startMs || spans[$0].endMs != first.endMs } ?? places.count
      if end - start > 1 { groups.append(Array(places[start..<end])) }
      start = end
    }
    return groups
  }
}
