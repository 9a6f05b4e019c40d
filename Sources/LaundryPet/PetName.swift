import HealthModel

/// The rules for a pet's name.
package enum PetName {
  /// The most characters, counted as people do (grapheme clusters): an emoji of a family is one.
  package static let longest = 30

  /// The most Unicode scalars: ten for each character, so that no stack of accents fills a row.
  package static let mostScalars = 300

  /// Returns `text` without white space at its ends, on one line.
  ///
  /// - Throws: `.nameEmpty` when nothing visible is left, `.nameTooLong`.
  package static func checked(_ text: String) throws(LaundryError) -> String {
    let line = text.onOneLine
    guard let start = line.firstIndex(where: { !$0.isWhitespace }), let end = line.lastIndex(where: { !$0.isWhitespace }) else {
      throw LaundryError(.nameEmpty)
    }
    let name = String(line[start...end])
    guard name.unicodeScalars.contains(where: isVisible) else { throw LaundryError(.nameEmpty) }
    guard name.count <= longest, name.unicodeScalars.count <= mostScalars else { throw LaundryError(.nameTooLong(name.count)) }
    return name
  }

  /// Joiners and zero-width spaces are invisible, and not white space.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .format && !scalar.properties.isWhitespace && !scalar.properties.isVariationSelector
  }
}
