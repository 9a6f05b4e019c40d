/// A key that the food picker understands.
package enum PickerKey: Sendable, Equatable {
  /// Characters that are typed or pasted, without controls.
  case text(String)
  /// Deletes the character before the cursor.
  case backspace
  /// Deletes the word before the cursor.
  case eraseWord
  /// Deletes all that was typed.
  case eraseAll
  case up, down, pageUp, pageDown
  /// Takes what is selected.
  case enter
  /// Changes the unit of the amount.
  case tab
  /// Goes back a step; from the search, leaves.
  case escape
}
