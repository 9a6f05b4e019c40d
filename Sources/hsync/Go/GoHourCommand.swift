import ActivityWindow
import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync go hour`.
struct GoHourCommand: AsyncParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "hour", abstract: "Show an hour: its score and all reasons in each mode, and the values of the forecast.")

  @Argument(help: ArgumentHelp("now, 7, 07:30, tomorrow 7:00, 2026-06-01T07:00 or the link of a notice.", valueName: "time"))
  var time: [String]

  @Option(help: "Only this mode; repeatable (default: those of the profile).")
  var mode: [ActivityMode] = []

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Forecast") var forecast: GoOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let time = try GoTime(time.joined(separator: " "))
    let view = try await forecast.view(in: library.open())
    let hour = try time.hour(in: view)
    let chosen = mode.isEmpty ? [time.mode].compactMap { $0 } : ActivityMode.allCases.filter(mode.contains)
    let modes = chosen.isEmpty ? view.modes : chosen
    if json { return Output.json(hour.json(modes.isEmpty ? ActivityMode.allCases : modes)) }
    GoHourWords(view: view, hour: hour, modes: modes).lines.forEach(Output.line)
  }
}

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
