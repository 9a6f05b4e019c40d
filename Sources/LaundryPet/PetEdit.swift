/// An edit of a pet's settings.
package enum PetEdit: Sendable, Hashable {
  /// Changes the name to the typed one.
  case rename(String)
  /// Changes a number: a duration for the next start, or the days from now on.
  case set(PetNumber, Int)
}
