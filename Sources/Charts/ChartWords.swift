/// The fixed texts of a chart, apart from its title and labels.
package struct ChartWords: Sendable {
  /// The text shown instead of a chart without values: `no steps from 1 to 7 March`.
  package let empty: String
  /// The text for an unknown value: `no data`.
  package let missing: String
  /// Returns the note for a chart with more values than fit side by side, given the number that are drawn as one: `each is the mean of 7`.
  package let merged: @Sendable (Int) -> String

  package init(empty: String, missing: String, merged: @escaping @Sendable (Int) -> String) {
    (self.empty, self.missing, self.merged) = (empty, missing, merged)
  }
}
