import ActivityWindow
import HealthDesk
import HealthModel

/// An hour in words.
struct GoHourWords {
  let view: GoView
  let hour: PlanHour
  let modes: [ActivityMode]

  /// The scores with their chips, then the values.
  var lines: [String] {
    let past = hour.endMs <= view.nowMs ? " (past)" : ""
    let title = "\(GoWords.title(hour.day, today: view.today)) \(hour.clock)\(past)"
    return view.headLines + [Terminal.styled(title, .bold)] + scores + values + [GoView.attribution]
  }

  private var scores: [String] {
    let words = GoWords(view.setup.profile)
    var columns = Columns([.left, .left, .left], elastic: 1)
    if hour.forecast.isEmpty { return ["  no forecast for this hour"] }
    for mode in modes {
      let score = hour.scores[mode]
      columns.add([words.title(mode).onOneLine, "", "\(score.score) \(score.tier.rawValue)"])
      for chip in words.chips(hour, in: mode) {
        columns.add(["  \(chip.emoji.rawValue)", chip.text.onOneLine, chip.penalty == 0 ? "" : "\(chip.penalty)"])
      }
    }
    return columns.lines(indent: 2, within: 80)
  }

  private var values: [String] {
    var columns = Columns([.left, .left])
    for value in GoWords.rawValues(hour.forecast) { columns.add([value.label, value.text]) }
    return columns.lines(indent: 2)
  }
}
