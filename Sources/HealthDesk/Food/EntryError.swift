import HealthModel

/// The error in a field of a meal's form.
package struct EntryError: UserFacingError, Equatable {
  /// The field.
  package let field: TypedMeal.Field
  package let message: String
  package let hint: Hint? = nil
  package let kind = ErrorKind.badData

  /// An error about a field. `message` is a sentence about its value.
  package init(_ field: TypedMeal.Field, _ message: String) {
    self.field = field
    self.message = message
  }
}
