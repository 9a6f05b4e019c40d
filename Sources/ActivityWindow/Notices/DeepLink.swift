import HealthModel

/// A link to an hour of the page Today: `gonow://today?hour=2026-06-01T07:00&mode=swim_solo`.
package struct DeepLink: Sendable, Hashable {
  /// The local start of the hour at the place: `2026-06-01T07:00`. `nil` when the link has none that is a time.
  package let hour: String?
  /// `nil` when the link has none that is known.
  package let mode: ActivityMode?

  /// A link to an hour in a mode.
  package init(hour: String, mode: ActivityMode) {
    self.hour = hour
    self.mode = mode
  }

  /// Reads a link. Parameters in any order, unknown ones are ignored; an hour or mode that isn't one is `nil`: the page then opens
  /// without it. `nil` when it isn't a link to Today.
  package init?(_ text: String) {
    let start = "gonow://today"
    guard text.utf8.count <= 512, text.hasPrefix(start) else { return nil }
    let rest = text.dropFirst(start.count)
    guard rest.isEmpty || rest.hasPrefix("?") || rest.hasPrefix("/?") || rest == "/" else { return nil }
    var values: [Substring: String] = [:]
    for pair in rest.drop(while: { $0 == "/" || $0 == "?" }).split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, values[parts[0]] == nil else { continue }
      // Colons arrive escaped from programs that escape all they can.
      values[parts[0]] = parts[1].replacing("%3A", with: ":").replacing("%3a", with: ":").description
    }
    hour = values["hour"].flatMap { DeepLink.isTime($0) ? $0 : nil }
    mode = values["mode"].flatMap { ActivityMode(rawValue: $0) }
  }

  /// The link's text. A part that is `nil` is left out.
  package var text: String {
    let parts = [hour.map { "hour=\($0)" }, mode.map { "mode=\($0.rawValue)" }].compactMap { $0 }
    return "gonow://today" + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
  }

  /// Whether a text has exactly the form `2026-06-01T07:00`.
  private static func isTime(_ text: String) -> Bool {
    guard text.utf8.count == 16, text.utf8.dropFirst(10).first == UInt8(ascii: "T") else { return false }
    return Day(text.prefix(10)) != nil && QuietHours.minute(String(text.suffix(5))) != nil
  }
}

extension ActivityPlan {
  /// The hour that a link leads to, and whether it is over. `nil` when the link has no hour or the plan doesn't have it.
  package func target(of link: DeepLink, nowMs: Int64) -> (hour: PlanHour, isPast: Bool)? {
    guard let time = link.hour, let index = index(localTime: time) else { return nil }
    return (hours[index], hours[index].endMs <= nowMs)
  }
}
