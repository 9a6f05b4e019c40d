import ActivityWindow
import HealthModel
import Notices

/// A notice in words. Only what holds is said: a reason is one that all hours of the window have.
extension CoastNotice {
  /// The text. Times are those of clocks at the place.
  var text: NoticeText {
    let body = also.map { "\(self.body) Backup: \(GoWords.span($0))." } ?? body
    return NoticeText(title: title, body: body)
  }

  /// Words that name neither the activity nor the dog.
  static let privateText = NoticeText(title: "Activity window", body: "There is news about your activity windows.")

  private var body: String {
    guard let window else { return "No good run windows for \(dogName) today. Too warm." }
    let span = GoWords.span(window)
    let reason = topReason.map { " \($0)." } ?? ""
    let part = window.dayPart.rawValue
    switch (template, mode) {
    case (.perfect, .swimSolo): return "The sea is calling. \(span) looks perfect.\(reason)"
    case (.perfect, .swimDog): return "\(dogName.asTitle) approved. \(span).\(reason)"
    case (.perfect, .runSolo): return "Lace up. \(span) is perfect.\(reason)"
    case (.perfect, .runDog): return "\(part.asTitle) run with \(dogName)? \(span) is perfect.\(reason)"
    case (.good, .swimSolo): return "Best time: \(span).\(reason)"
    case (.good, .swimDog): return "\(span) looks good for a swim with \(dogName).\(reason)"
    case (.good, .runSolo): return "\(span) looks good for a run.\(reason)"
    case (.good, .runDog): return "\(span) is safe for \(dogName).\(reason)"
    case (.backup, .swimDog): return "\(part.asTitle) backup: \(span) works for \(dogName) too."
    case (.backup, .runDog): return "Backup option: \(span). Still comfortable for paws."
    case (.backup, .swimSolo), (.backup, .runSolo): return "Backup plan: \(span)\(alternative(to: window))."
    case (.tomorrow, .swimSolo): return "Tomorrow \(part) looks good for a swim. \(span)."
    case (.tomorrow, .swimDog): return "Tomorrow's looking good for \(dogName). \(part.asTitle) swim, \(span)."
    case (.tomorrow, .runSolo): return "Tomorrow \(part) looks solid for a run. \(span)."
    case (.tomorrow, .runDog): return "\(dogName.asTitle) would approve of tomorrow \(part). \(span)."
    case (.heatWarning, _): return "No good run windows for \(dogName) today. Too warm."
    }
  }

  /// ` if morning doesn't work`; empty when the best window starts in the same part of the day.
  private func alternative(to window: GoodWindow) -> String {
    guard let bestPart, bestPart != window.dayPart else { return "" }
    return " if \(bestPart.rawValue) doesn't work"
  }
}

extension GoWords {
  /// `07:00-09:00`.
  package static func span(_ window: GoodWindow) -> String { "\(window.startClock)-\(window.endClock)" }
}
