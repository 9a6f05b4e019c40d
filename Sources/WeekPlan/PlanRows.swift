import HealthModel

/// The rows of some days, before series are expanded.
package struct PlanRows: Sendable, Equatable {
  /// Single items and occurrences with a row of their own, those that are planned for one of the days.
  package let items: [PlanItem]
  /// The series that go on during the days.
  package let series: [PlanItem]
  /// Ids of occurrences that have a row of their own, whether it changes or skips them.
  package let replaced: Set<String>

  /// Rows with everything given.
  package init(items: [PlanItem], series: [PlanItem], replaced: Set<String>) {
    self.items = items
    self.series = series
    self.replaced = replaced
  }

  /// Returns the items planned from `first` through `last`: days in order, newest first inside a day.
  package func items(from first: Day, through last: Day) -> [PlanItem] {
    guard first <= last else { return [] }
    var found = items.filter { first <= $0.day && $0.day <= last }
    for one in series where one.day <= last {
      var week = ISOWeek(of: max(first, one.day))
      // Its first week is that of its own day: nil comes only after the last.
      while week.monday <= last, let item = one.occurrence(in: week) {
        if first <= item.day, item.day <= last, !replaced.contains(item.id) { found.append(item) }
        week = week.adding(1)
      }
    }
    return found.sorted(by: PlanRows.isBefore)
  }

  /// Days in order, newest first inside a day.
  package static func isBefore(_ a: PlanItem, _ b: PlanItem) -> Bool {
    if a.day != b.day { return a.day < b.day }
    if a.createdAtMs != b.createdAtMs { return a.createdAtMs > b.createdAtMs }
    return a.id > b.id
  }
}
