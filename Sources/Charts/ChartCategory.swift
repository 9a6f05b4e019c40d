/// A place on the horizontal axis of a chart: a day, a week, a month.
package struct ChartCategory: Sendable, Equatable {
  /// Its whole name, for the table and the text alternative: `Tue 2026-02-10`.
  package let label: String
  /// Its name below the axis, where there is room: `Tue`. Empty = never one.
  package let mark: String

  package init(label: String, mark: String) { (self.label, self.mark) = (label, mark) }
}
