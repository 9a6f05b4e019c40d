import HealthModel

/// The priority of sources that measured at the same time.
///
/// `SourceRanks(["Alex's iPhone"])` ranks that phone before the watch. Unlisted sources follow in the order watch,
/// phone, other; the apps of Health Connect, in the places that these have among all, in the order that it has itself.
package struct SourceRanks: Sendable, Hashable {
  private let entries: [String]
  /// Health Connect's apps in the order of its own, plain.
  private let apps: [String]

  /// Creates ranks from the form of `HealthSettings.ranks`: names of sources or `watch`, `phone`, `other`, best first.
  ///
  /// Names are compared without regard to case and to typographic characters: Apple writes "Alex’s Apple Watch" with
  /// U+2019 and U+00A0.
  /// - Parameter apps: the names of Health Connect's apps in its own order, best first; those that aren't listed follow.
  package init(_ ranks: [String], apps: [String] = []) {
    entries = ranks.map(SourceRanks.plain)
    self.apps = apps.map(SourceRanks.plain)
  }

  /// The places of `sources`, best first. Sources of equal rank go by name, then by origin, so that the order never depends on chance.
  package func ordered(_ sources: [HealthSource]) -> [Int] {
    let places = sources.map(position)
    var ordered = sources.indices.sorted { a, b in
      if places[a] != places[b] { return places[a] < places[b] }
      if sources[a].name != sources[b].name { return sources[a].name < sources[b].name }
      if sources[a].origin != sources[b].origin { return sources[a].origin.rawValue < sources[b].origin.rawValue }
      return a < b
    }
    guard !apps.isEmpty else { return ordered }
    // What the settings name keeps its place: only those that share an entry, or that have none, change places.
    let slots = ordered.indices.filter { sources[ordered[$0]].origin == .healthConnect }
    for (_, slots) in Dictionary(grouping: slots, by: { min(places[ordered[$0]], entries.count) }) {
      let apps = slots.map { (slot: $0, place: ordered[$0], own: appPlace(of: sources[ordered[$0]])) }
      for (slot, app) in zip(slots, apps.sorted { ($0.own, $0.slot) < ($1.own, $1.slot) }) { ordered[slot] = app.place }
    }
    return ordered
  }

  /// The place of an app in Health Connect's own order; behind all for one that isn't in it.
  private func appPlace(of source: HealthSource) -> Int { apps.firstIndex(of: SourceRanks.plain(source.name)) ?? apps.count }

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
