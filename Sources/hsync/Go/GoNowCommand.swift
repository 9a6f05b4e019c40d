import ActivityWindow
import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync go now`, which is what `hsync go` does.
struct GoNowCommand: AsyncParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "now", abstract: "Show the next window of each mode today, the current hour and the next six.",
    discussion: "Exits with 0 when the current hour scores 70 or more in one of the modes, else with 1.")

  @Option(help: "Only this mode; repeatable (default: those of the profile).")
  var mode: [ActivityMode] = []

  @Flag(help: "Print nothing: the exit code is the answer.")
  var quiet = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var picture: ChartOption
  @OptionGroup(title: "Forecast") var forecast: GoOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    try picture.refuse(json: json)
    if quiet, json || picture.file != nil { throw ValidationError("Give --quiet alone.") }
  }

  func run() async throws {
    try await GoNowCommand.show(
      library.choice, forecast.choice, only: mode, isQuiet: quiet, json: json, picture: picture.file)
  }

  /// Runs the command with these values of its options. The defaults are those of the options.
  @MainActor static func show(
    _ choice: LibraryChoice = LibraryChoice(path: nil, profile: nil), _ forecast: ForecastChoice = ForecastChoice(),
    only: [ActivityMode] = [], isQuiet: Bool = false, json: Bool = false, picture: ChartFile? = nil
  ) async throws {
    let library = try choice.open()
    let view = try await forecast.view(in: library)
    let finished = try GoDesk(library, clock: LocalClock.wall).finished(in: view)
    let modes = only.isEmpty ? view.modes : ActivityMode.allCases.filter(only.contains)
    if let picture {
      try picture.write(view.picture(modes, days: 1))
    } else if json {
      Output.json(view.json(modes, finished))
    } else if !isQuiet {
      view.lines(modes, finished).forEach(Output.line)
    }
    guard view.isGoodNow(in: modes) else { throw Failures.silentNo }
  }
}

extension Failures {
  /// The answer no, with nothing to say about it: exit code 1.
  static var silentNo: Failures {
    var failures = Failures { _ in }
    failures.report(CommandError(.no, "no"))
    return failures
  }
}
