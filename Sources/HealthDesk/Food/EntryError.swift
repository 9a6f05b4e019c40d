import HealthModel

/// The error in a field of a meal's form.
package struct EntryError: UserFacingError, Equatable {
  /// The field.
  package let field: TypedMeal.Field
  package let message: String
  package let hint: Hint? = nil
  package let kind = ErrorKind.badData
  /// Whether the value is taken once the user confirms it.
  package let isDoubt: Bool

  /// An error about a field. `message` is a sentence about its value.
  package init(_ field: TypedMeal.Field, _ message: String, isDoubt: Bool = false) {
    self.field = field
    self.message = message
    self.isDoubt = isDoubt
  }
}
