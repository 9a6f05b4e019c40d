import HealthModel

/// Finds a pet by what a user types.
package enum PetMatch {
  /// The least characters of an id that stand for it.
  static let shortestID = 4

  /// Returns the pet that `text` names: by its whole id, its whole name, a beginning of its name, or a beginning of its
  /// id of at least 4 characters. The first of these that fits any pet decides. The case of names doesn't count.
  ///
  /// - Throws: `.noPets`, `.unknownPet` or `.ambiguousPet`.
  package static func pet(_ text: String, in pets: [Pet]) throws(LaundryError) -> Pet {
    guard !pets.isEmpty else { throw LaundryError(.noPets) }
    if let pet = pets.first(where: { $0.id == text }) { return pet }
    let typed = folded(text)
    guard !typed.isEmpty else { throw LaundryError(.unknownPet(text, nearest: nil)) }
    let names = pets.map { folded($0.name) }
    let places = pets.indices
    for fitting in [
      places.filter { names[$0] == typed }, places.filter { names[$0].hasPrefix(typed) },
      typed.count < shortestID ? [] : places.filter { pets[$0].id.hasPrefix(typed) },
    ] where !fitting.isEmpty {
      guard fitting.count == 1 else { throw LaundryError(.ambiguousPet(text, fitting.map { pets[$0] })) }
      return pets[fitting[0]]
    }
    throw LaundryError(.unknownPet(text, nearest: NearestName(among: pets.map(\.name)).nearest(to: text)))
  }

  /// The other pets that already have a name, for a warning. The case doesn't count.
  ///
  /// - Parameter pet: The one that is being named, `nil` for a new one.
  package static func namesakes(of name: String, except pet: Pet? = nil, in pets: [Pet]) -> [Pet] {
    let name = folded(name)
    return pets.filter { $0.id != pet?.id && folded($0.name) == name }
  }

  private static func folded(_ text: String) -> String {
    guard let start = text.firstIndex(where: { !$0.isWhitespace }), let end = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return text[start...end].lowercased()
  }
}
