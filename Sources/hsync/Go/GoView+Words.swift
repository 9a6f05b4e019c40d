import ActivityWindow
import Forecast
import HealthDesk
import HealthModel
import Settings

/// The answer of `hsync go` in words, within 80 columns.
extension GoView {
  /// The lines for some modes and some finished workouts.
  func lines(_ modes: [ActivityMode], _ finished: [Finished]) -> [String] {
    let outlook = outlook(in: modes)
    return headLines + cardLines(outlook) + nowLines(outlook) + doneLines(finished) + [GoView.attribution]
  }

  /// A line for each finished workout: `done  07:02  94 Perfect  running, in the window 05:00-10:00`.
  private func doneLines(_ finished: [Finished]) -> [String] {
    var columns = Columns([.left, .left, .left, .left], elastic: 3)
    for (place, done) in finished.enumerated() {
      columns.add([
        place == 0 ? "done" : "", (done.start.day == today ? "" : "yesterday ") + done.start.clock,
        "\(Int(nearest: done.meanScore)) \(Tier(score: done.meanScore).rawValue)",
        "\(done.workout.shownActivity), \(GoWords.words(done.fit))",
      ])
    }
    return columns.lines(within: 80)
  }

  /// The place and the age of the forecast, then what is wrong with it.
  var headLines: [String] {
    let age = age.map { " · \(GoWords.updated($0))" } ?? ""
    return [Terminal.styled(setup.place.name.onOneLine, .bold) + age]
      + GoWords.banners(self, by: LocalClock.wall).map { Terminal.styled($0.onOneLine, .warning) }
  }

  /// The line that names the source, wherever its data are shown.
  static let attribution = Terminal.styled("\(OpenMeteo.attribution) (\(OpenMeteo.link))", .dim)

  private func cardLines(_ outlook: Outlook) -> [String] {
    guard !outlook.cards.isEmpty else { return [emptyLine] }
    let words = GoWords(setup.profile)
    var columns = Columns([.left, .left, .left, .left], elastic: 3)
    for card in outlook.cards {
      guard let window = card.window else {
        columns.add([words.title(card.mode).onOneLine, "--", "", "No good windows today"])
        continue
      }
      let score = "\(Int(nearest: window.meanScore)) \(window.tier.rawValue)"
      columns.add([words.title(card.mode).onOneLine, GoWords.span(window), score, card.topChip?.text.onOneLine ?? ""])
    }
    let isHopeless = outlook.cards.allSatisfy { $0.window == nil }
    return columns.lines(indent: 2, within: 80) + (isHopeless ? [tomorrowLine] : [])
  }

  /// The advice when no mode has a card.
  private var emptyLine: String {
    let hasOnlySwims = !setup.profile.cardModes.isEmpty
    return hasOnlySwims
      ? "  \(setup.place.name.onOneLine) has no sea: choose runs with hsync go profile set --activities swim,run"
      : "  No activities selected: choose some with hsync go profile set --activities swim,run"
  }

  private var tomorrowLine: String {
    let tomorrow = today.adding(1)
    let isBetter = modes.contains { !plan.rankedWindows(on: tomorrow, in: $0).isEmpty }
    return isBetter ? "  No good windows today. Tomorrow looks better: hsync go plan" : "  No good windows today: hsync go plan"
  }

  private func nowLines(_ outlook: Outlook) -> [String] {
    guard let hour = outlook.current, let leader = outlook.leader else { return [] }
    let words = GoWords(setup.profile)
    var lines: [String] = []
    if hour.forecast.isEmpty {
      lines.append("now   \(hour.clock)  no forecast")
    } else {
      let score = hour.scores[leader]
      lines.append("now   \(hour.clock)  \(words.title(leader).onOneLine) \(score.score) \(score.tier.rawValue)")
      lines += FoldedText(words.chips(hour, in: leader).map(\.text).joined(separator: ", ").onOneLine, width: 66).lines
        .map { "             " + $0 }
    }
    var columns = Columns([.left, .right, .left])
    for (place, hour) in outlook.next.enumerated() {
      let score = hour.scores[leader]
      let isKnown = !hour.forecast.isEmpty
      columns.add([(place == 0 ? "next  " : "      ") + hour.clock, isKnown ? "\(score.score)" : "--", isKnown ? score.tier.rawValue : ""])
    }
    lines += columns.lines()
    return lines + (outlook.mood.map { [words.line($0).onOneLine] } ?? [])
  }
}
