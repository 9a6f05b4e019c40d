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
    let library = try library.open()
    let view = try await forecast.view(in: library)
    let finished = try GoDesk(library, clock: LocalClock.wall).finished(in: view)
    let modes = mode.isEmpty ? view.modes : ActivityMode.allCases.filter(mode.contains)
    if let file = picture.file {
      try file.write(view.picture(modes, days: 1))
    } else if json {
      Output.json(view.json(modes, finished))
    } else if !quiet {
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
