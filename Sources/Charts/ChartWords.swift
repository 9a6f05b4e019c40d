/// The fixed texts of a chart, apart from its title and labels.
package struct ChartWords: Sendable {
  /// In place of a chart that has no value at all: `no steps from 1 to 7 March`.
  package let empty: String
  /// A value that isn't known: `no data`.
  package let missing: String
  /// The note below more values than fit side by side, by how many of them are drawn as one: `each is the mean of 7`.
  package let merged: @Sendable (Int) -> String

  package init(empty: String, missing: String, merged: @escaping @Sendable (Int) -> String) {
    (self.empty, self.missing, self.merged) = (empty, missing, merged)
  }
}
