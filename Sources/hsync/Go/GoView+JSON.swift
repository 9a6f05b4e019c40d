import ActivityWindow
import HealthDesk
import HealthModel
import Settings

/// The answer of `hsync go --json`, as in the JSON contract (`docs/json.md`).
extension GoView {
  /// The document for some modes and some finished workouts.
  func json(_ modes: [ActivityMode], _ finished: [Finished]) -> JSON {
    let outlook = outlook(in: modes)
    let words = GoWords(setup.profile)
    let now: [(String, JSON)] = [
      ("place", .string(setup.place.id)), ("scoring_version", .string(Scoring.version)),
      ("fetched_at_ms", fetchedAtMs.map { JSON($0) } ?? .null), ("age_min", age.map { JSON($0.minutes) } ?? .null),
      ("freshness", JSON(age?.freshness.rawValue)), ("good_now", .bool(isGoodNow(in: modes))), ("leader", JSON(outlook.leader?.rawValue)),
      ("mood", JSON(outlook.mood.map(words.line))), ("now", outlook.current?.json(modes) ?? .null),
      ("next", .array(outlook.next.map { $0.json(modes) })),
    ]
    let cards = outlook.cards.map { card -> JSON in
      .object([
        ("mode", .string(card.mode.rawValue)), ("title", .string(words.title(card.mode))), ("window", card.window?.json ?? .null),
        ("label", JSON(card.window?.tier.rawValue)), ("top_chip", card.topChip?.json ?? .null),
      ])
    }
    let banners = GoWords.banners(self, by: LocalClock.wall).map { JSON.string($0) }
    return .object(now + [("cards", .array(cards)), ("finished", .array(finished.map(\.json))), ("banners", .array(banners))])
  }
}

extension GoView.Finished {
  fileprivate var json: JSON {
    let facts: [(String, JSON)] = [
      ("id", .string(workout.id)), ("activity", .string(workout.activity)), ("mode", .string(fit.mode.rawValue)),
      ("start", .string("\(start.day)T\(start.clock)")), ("end", .string("\(end.day)T\(end.clock)")), ("mean_score", JSON(meanScore)),
      ("label", .string(Tier(score: meanScore).rawValue)),
    ]
    let windows: [(String, JSON)] = [
      ("minutes", JSON(fit.minutes)), ("minutes_in_windows", JSON(fit.minutesInWindows)), ("window", fit.window?.json ?? .null),
      ("best_of_day", fit.bestOfDay?.json ?? .null),
    ]
    return .object(facts + windows)
  }
}
