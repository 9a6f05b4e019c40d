/// A goal, drawn as a dashed line across a chart.
package struct ChartGoal: Sendable, Equatable {
  /// In the chart's unit. A goal that isn't finite is left out.
  package let value: Double
  /// `goal`: the value is put behind it.
  package let name: String

  package init(_ value: Double, name: String) { (self.value, self.name) = (value, name) }

  /// `nil` unless the goal can be drawn.
  var plotted: Double? { ValueScale.plotted(value) }
}
