/// The room in the next batch.
package struct BatchBudget: Sendable, Codable, Equatable {
  /// Most bytes before compression; one record always fits.
  package var bytes: Int
  /// Most records, at least 1.
  package var records: Int

  /// A budget with both limits.
  package init(bytes: Int, records: Int) {
    self.bytes = bytes
    self.records = records
  }
}
