/// The line of mood under the current hour. The wording belongs to the faces; this is the choice.
package enum Mood: Sendable, Hashable {
  /// Line `index` of a label's pool, from 0. `Tier.moodLines` is the size of the pool.
  case tier(Tier, index: Int)
  /// A line about the dog.
  case dog(DogLine)

  /// The lines about the dog. Each is used only where it is true.
  package enum DogLine: String, Sendable, CaseIterable {
    /// Too hot for paws: the hour is gated by heat.
    case tooHot = "too_hot"
    /// Early morning or not at all: heat takes points off.
    case earlyMorning = "early_morning"
    /// Safe for paws: a score of 70 or more.
    case safe
  }

  /// Chooses the line for the mode that leads in an hour. The same hour of the same forecast always has the same line.
  ///
  /// - Parameters:
  ///   - hourMs: The start of the hour, milliseconds since 1970.
  ///   - fetchedAtMs: The time at which the forecast arrived, milliseconds since 1970.
  package init(_ leader: HourScore, hourMs: Int64, fetchedAtMs: Int64) {
    if leader.mode.hasDog, let line = Mood.dogLine(leader) {
      self = .dog(line)
      return
    }
    let choice = StableHash("\(hourMs)|\(fetchedAtMs)").value
    self = .tier(leader.tier, index: Int(choice % UInt64(leader.tier.moodLines)))
  }

  private static func dogLine(_ leader: HourScore) -> DogLine? {
    if leader.gate == .tooHotForDog { return .tooHot }
    if leader.score >= Tier.good.lowestScore { return .safe }
    return leader.gate == nil && (leader.penalty(for: .heat) > 0 || leader.penalty(for: .dogHeat) > 0) ? .earlyMorning : nil
  }
}

extension Tier {
  /// The number of lines of mood with the label: 3, 2, 2, 2, 1.
  package var moodLines: Int {
    switch self {
    case .perfect: 3
    case .good, .meh, .bad: 2
    case .nope: 1
    }
  }
}
