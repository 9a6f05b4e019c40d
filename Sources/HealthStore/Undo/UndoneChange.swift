/// A change that was taken back.
package struct UndoneChange: Sendable, Equatable {
  /// What it was, in words that follow "undone: ": `logged Porridge`, `deleted 3 meals`.
  package let title: String
  /// The time at which it was made, milliseconds UTC.
  package let atMs: Int64
  /// How many rows it concerned.
  package let count: Int
}
