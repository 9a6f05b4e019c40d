import ActivityWindow
import HealthDesk
import HealthModel
import Settings

/// The answer of `hsync go --json`, as in the JSON contract (`docs/json.md`).
extension GoView {
  /// The document for some modes.
  func json(_ modes: [ActivityMode]) -> JSON {
    let outlook = outlook(in: modes)
    let words = GoWords(setup.profile)
    return .object([
      ("place", .string(setup.place.id)), ("scoring_version", .string(Scoring.version)),
      ("fetched_at_ms", fetchedAtMs.map { JSON($0) } ?? .null), ("age_min", age.map { JSON($0.minutes) } ?? .null),
      ("freshness", JSON(age?.freshness.rawValue)), ("good_now", .bool(isGoodNow(in: modes))), ("leader", JSON(outlook.leader?.rawValue)),
      ("mood", JSON(outlook.mood.map(words.line))), ("now", outlook.current?.json(modes) ?? .null),
      ("next", .array(outlook.next.map { $0.json(modes) })),
      (
        "cards",
        .array(
          outlook.cards.map { card in
            .object([
              ("mode", .string(card.mode.rawValue)), ("title", .string(words.title(card.mode))), ("window", card.window?.json ?? .null),
              ("label", JSON(card.window?.tier.rawValue)), ("top_chip", card.topChip?.json ?? .null),
            ])
          })
      ), ("banners", .array(GoWords.banners(self, by: LocalClock.wall).map { .string($0) })),
    ])
  }
}
