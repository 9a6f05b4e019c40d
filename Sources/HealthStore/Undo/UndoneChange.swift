/// A change that was taken back.
package struct UndoneChange: Sendable, Equatable {
  /// The description, in words that follow "undone: ": `logged Porridge`, `deleted 3 meals`.
  package let title: String
  /// The time at which it was made, milliseconds UTC.
  package let atMs: Int64
  /// The number of rows affected.
  package let count: Int
}
