import HealthModel

/// The foods of a dump that an import keeps.
package struct FoodFilter: Sendable, Hashable {
  /// Countries where a food is sold, as Open Food Facts' tags without the language: `france`, `united-states`. Empty = all.
  package let countries: [String]
  /// Main languages of a food: `fr`. Empty = all.
  package let languages: [String]

  /// A filter. "en:France" and "United States" are `france` and `united-states`.
  package init(countries: [String] = [], languages: [String] = []) {
    self.countries = countries.map(FoodFilter.tag)
    self.languages = languages.map { $0.lowercased() }
  }

  /// Whether a food with these tags of countries, and this language, is kept.
  func keeps(countries tags: some Sequence<some StringProtocol>, language: String?) -> Bool {
    if !countries.isEmpty, !tags.contains(where: { countries.contains(FoodFilter.tag($0)) }) { return false }
    return languages.isEmpty || language.map { languages.contains($0.lowercased()) } ?? false
  }

  private static func tag(_ text: some StringProtocol) -> String {
    let name = text.split(separator: ":", maxSplits: 1).last.map { String($0) } ?? ""
    return String(name.lowercased().map { $0 == " " ? "-" : $0 })
  }

  /// `{"countries": ["france"], "languages": []}`.
  package var json: JSON {
    .object([("countries", .array(countries.map(JSON.string))), ("languages", .array(languages.map(JSON.string)))])
  }

  /// Reads what `json` writes.
  init(json: JSON) {
    self.init(
      countries: (json["countries"].array ?? []).compactMap(\.string), languages: (json["languages"].array ?? []).compactMap(\.string))
  }
}
