extension String {
  /// The text with its first letter in upper case.
  package var asTitle: String { prefix(1).uppercased() + dropFirst() }
}
