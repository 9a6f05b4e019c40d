import HealthModel

/// One week of a series. Its id is the same on every device: `<series>/<monday of the week>`.
package struct Occurrence: Sendable, Hashable {
  /// The id of the series.
  package let series: String
  /// The week that it belongs to, wherever in it it has been moved to.
  package let week: ISOWeek

  /// The occurrence of a series in a week, whether or not there is one.
  package init(of series: String, in week: ISOWeek) {
    self.series = series
    self.week = week
  }

  /// Reads an id; `nil` for one that isn't an occurrence's.
  package init?(id: some StringProtocol) {
    guard let slash = id.lastIndex(of: "/"), slash != id.startIndex, let monday = Day(id[id.index(after: slash)...]), monday.weekday == 1
    else { return nil }
    series = String(id[..<slash])
    week = ISOWeek(of: monday)
  }

  /// Its record's id.
  package var id: String { "\(series)/\(week.monday)" }

  /// The id of the single item that it becomes when it is moved into another week: the same on every device, too.
  package var movedID: String { "\(id)/moved" }
}

extension PlanItem {
  /// Returns the unmodified occurrence of this series in a week. `nil` before its first day, after its last, and for an
  /// item that isn't a series.
  ///
  /// A series that was ticked by an SQL edit is done in its first week.
  package func occurrence(in week: ISOWeek) -> PlanItem? {
    guard isSeries, let repeats else { return nil }
    let day = week.monday.adding(self.day.weekday - 1)
    guard day >= self.day, repeats.until.map({ day <= $0 }) ?? true else { return nil }
    var item = self
    item.id = Occurrence(of: id, in: week).id
    item.day = day
    item.repeatOf = id
    item.isOccurrence = true
    if day != self.day {
      item.isCompleted = false
      item.completedAtMs = nil
    }
    return item
  }
}
