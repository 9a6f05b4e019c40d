import HealthModel

/// The weights that the plan uses, one a day.
package struct DietWeights: Sendable, Hashable {
  /// The most weights in an average.
  package static let averaged = 7

  /// Ascending by day, at most one a day.
  package let entries: [WeightEntry]

  /// The weights of entries in any order. Of several on a day, the one by hand counts, else the latest; values beyond `WeightEntry.range`
  /// don't.
  package init(_ entries: [WeightEntry] = []) {
    let sorted = entries.filter { WeightEntry.range.contains($0.kg) }.sorted { DietWeights.key($0) < DietWeights.key($1) }
    var kept: [WeightEntry] = []
    for entry in sorted {
      if kept.last?.day == entry.day { kept.removeLast() }
      kept.append(entry)
    }
    self.entries = kept
  }

  /// Days with a weight that the user logged by hand.
  package var loggedDays: [Day] { entries.filter(DietWeights.isByHand).map(\.day) }

  /// The weight of a day. `nil` = there is none.
  package func entry(on day: Day) -> WeightEntry? { through(day).last.flatMap { $0.day == day ? $0 : nil } }

  /// The latest weight through a day. `nil` = there is none.
  package func latest(through day: Day) -> WeightEntry? { through(day).last }

  /// The mean of the last up to 7 weights through a day, kg. `nil` = there is none.
  package func averageKg(through day: Day) -> Double? { WeightTrend(through(day))?.averageKg }

  /// The average through each day that has a weight, for charts: less noisy than the weights themselves.
  package func averages() -> [(day: Day, kg: Double)] {
    entries.indices.compactMap { index in
      WeightTrend(entries[...index].suffix(DietWeights.averaged)).map { (entries[index].day, $0.averageKg) }
    }
  }

  /// The weight card of a day.
  package func card(on day: Day) -> WeightCard { WeightCard(entry(on: day) == nil ? nil : WeightTrend(through(day))) }

  /// Whether the user logged it, rather than an import: its id is the day alone.
  package static func isByHand(_ entry: WeightEntry) -> Bool { entry.id == entry.day.description }

  /// The entries through a day.
  private func through(_ day: Day) -> ArraySlice<WeightEntry> {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].day <= day { low = middle + 1 } else { high = middle }
    }
    return entries[..<low]
  }

  /// Ascending: the last of a day counts.
  private static func key(_ entry: WeightEntry) -> (Day, Int, Int64, String) {
    (entry.day, isByHand(entry) ? 1 : 0, entry.measuredAt?.ms ?? .min, entry.id)
  }
}
