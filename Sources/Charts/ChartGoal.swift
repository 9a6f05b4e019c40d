/// A goal, drawn as a dashed line across a chart.
package struct ChartGoal: Sendable, Equatable {
  /// The value in the chart's unit. A goal that isn't finite is left out.
  package let value: Double
  /// The label, to which the value is appended: `goal`.
  package let name: String

  package init(_ value: Double, name: String) { (self.value, self.name) = (value, name) }

  /// The goal, or `nil` if it can't be drawn.
  var plotted: Double? { ValueScale.plotted(value) }
}
