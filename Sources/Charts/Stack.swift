/// One bar of a stacked bar chart: the values of its series on top of each other.
struct Stack {
  /// The range of each series, in the chart's unit; `nil` = not known.
  let parts: [(from: Double, to: Double)?]

  /// Whether nothing is known.
  var isMissing: Bool { parts.allSatisfy { $0 == nil } }

  /// The lowest end, 0 or less.
  var low: Double { parts.reduce(0) { min($0, $1?.to ?? 0) } }

  /// The highest end, 0 or more.
  var high: Double { parts.reduce(0) { max($0, $1?.to ?? 0) } }

  /// Stacks series, all of the same length.
  static func all(of series: [[Double?]]) -> [Stack] {
    (series.first ?? []).indices.map { place in
      var sum = 0.0
      return Stack(
        parts: series.map { values in
          guard let value = values[place].flatMap(ValueScale.plotted) else { return nil }
          defer { sum += value }
          return (sum, sum + value)
        })
    }
  }
}
