import HealthModel

/// The priority of sources that measured at the same time.
///
/// `SourceRanks(["Alex's iPhone"])` ranks that phone before the watch. Unlisted sources follow in the order watch,
/// phone, other.
package struct SourceRanks: Sendable, Hashable {
  private let entries: [String]

  /// Creates ranks from the form of `HealthSettings.ranks`: names of sources or `watch`, `phone`, `other`, best first.
  ///
  /// Names are compared without regard to case and to typographic characters: Apple writes "Alex’s Apple Watch" with
  /// U+2019 and U+00A0.
  package init(_ ranks: [String]) { entries = ranks.map(SourceRanks.plain) }

  /// The places of `sources`, best first. Sources of equal rank go by name, then by origin, so that the order never depends on chance.
  package func ordered(_ sources: [HealthSource]) -> [Int] {
    let places = sources.map(position)
    return sources.indices.sorted { a, b in
      if places[a] != places[b] { return places[a] < places[b] }
      if sources[a].name != sources[b].name { return sources[a].name < sources[b].name }
      if sources[a].origin != sources[b].origin { return sources[a].origin.rawValue < sources[b].origin.rawValue }
      return a < b
    }
  }

  /// The rank of each of `sources`, 0 = best, no two alike.
  package func ranks(of sources: [HealthSource]) -> [Int32] {
    var ranks = [Int32](repeating: 0, count: sources.count)
    for (rank, place) in ordered(sources).enumerated() { ranks[place] = Int32(rank) }
    return ranks
  }

  /// The place of its name in the list, else that of its kind, else behind the list by the default order of kinds.
  private func position(of source: HealthSource) -> Int {
    if let place = entries.firstIndex(of: SourceRanks.plain(source.name)) { return place }
    if let place = entries.firstIndex(of: source.kind.rawValue) { return place }
    return entries.count + (HealthSettings.defaultRanks.firstIndex(of: source.kind.rawValue) ?? HealthSettings.defaultRanks.count)
  }

  private static func plain(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.map { scalar in
          switch scalar {
          case "\u{A0}", "\u{202F}": " "
          case "\u{2018}", "\u{2019}": "'"
          default: scalar
          }
        }))
  }
}
