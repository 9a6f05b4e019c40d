import DietPlan
import HealthModel
import HealthStore
import Notices

/// The notices of the diet plan.
package struct DietNoticeSource: NoticeSource {
  package let name = "diet"
  private let settings: HealthSettings
  private let words: DietWords

  /// Days from today on whose notices are planned.
  private static let ahead = 2
  /// Days before today of which the logs are read: one more than the longest absence that gets a message.
  private static let back = (DietNotices.absences.max() ?? 0) + 2

  /// The notices, with health data on the days that `settings` make of them.
  package init(settings: HealthSettings, words: DietWords) { (self.settings, self.words) = (settings, words) }

  package func wish(in library: Library, at now: Moment, zone: ZoneRules, fired: Set<String>) throws -> NoticeWish {
    let today = now.day
    let records = DietRecords(library)
    let events = try records.events()
    guard !events.isEmpty else { return NoticeWish(source: name) }
    let choice = try records.answers(today: today)?.notices ?? NoticeChoice()
    guard choice.isOn else { return NoticeWish(source: name, standing: .disabled) }
    let reader = DietLogReader(library, as: settings)
    let read = try reader.log(of: today.adding(-DietNoticeSource.back)...today)
    let log = DietLog(
      intakes: read.intakes, weights: read.weights, mealsLoggedAtMs: try reader.mealsLoggedAtMs(from: today.adding(-2), through: today),
      otherDays: read.loggedDays)
    let notices = DietNotices.wanted(
      on: today.adding(-1)...today.adding(DietNoticeSource.ahead), history: DietHistory(events), log: log, choice: choice, zone: zone)
    return NoticeWish(
      source: name, wanted: notices.filter { $0.notAfterMs >= now.ms }.map { $0.wanted(in: words) })
  }
}

extension DietNotice {
  fileprivate func wanted(in words: DietWords) -> WantedNotice {
    let text = words.text(of: self)
    return WantedNotice(
      id: id, source: "diet", kind: content.name, fireAtMs: fireAt.ms, notAfterMs: notAfterMs, quiet: quiet, text: text,
      privateText: NoticeText(title: "hsync", body: "Your plan has a message."), link: link, category: "diet", priority: .normal)
  }

  private var quiet: WantedNotice.QuietRule {
    switch content {
    case .prepare, .thanks, .reminder: .drop
    case .weighIn, .checkIn, .caloriesRise, .caloriesFall, .cycleCompleted, .review, .absence: .wait
    }
  }

  /// The page that it opens.
  private var link: String {
    switch content {
    case .prepare, .reminder: "/food"
    case .thanks, .weighIn, .absence: "/"
    case .checkIn: "/diet/why/gentle_start"
    case .caloriesRise: "/diet/why/metabolic_adaptation"
    case .caloriesFall, .cycleCompleted, .review: "/diet"
    }
  }
}
