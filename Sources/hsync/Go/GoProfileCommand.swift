import ActivityWindow
import ArgumentParser
import Forecast
import HealthDesk
import HealthModel
import Settings

/// `hsync go profile`.
struct GoProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Show, set or delete the profile: activities, dog, preset and notices.",
    subcommands: [GoProfileShowCommand.self, GoProfileSetCommand.self, GoProfileDeleteCommand.self],
    defaultSubcommand: GoProfileShowCommand.self)
}

/// `hsync go profile show`, which is what `hsync go profile` does.
struct GoProfileShowCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the profile.", discussion: "--json prints it as profile_v1, also for export.")

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let setup = try GoDesk(library.open(), clock: LocalClock.wall).setup()
    if json { return Output.json(setup.profile.json) }
    GoProfileWords(setup).lines.forEach(Output.line)
  }
}

/// A profile in words.
struct GoProfileWords {
  private let setup: GoSetup

  init(_ setup: GoSetup) { self.setup = setup }

  /// A line for each setting.
  var lines: [String] {
    let profile = setup.profile
    var columns = Columns([.left, .left])
    columns.add(["name", profile.displayName.onOneLine])
    columns.add(["place", "\(setup.place.name.onOneLine) (\(setup.place.id))"])
    columns.add(["activities", list(Activity.allCases.filter(profile.activities.contains).map(\.rawValue))])
    columns.add(["dog", dog(profile)])
    columns.add(["preset", "\(profile.preset.rawValue): \(GoWords.tagline(profile.preset)) \(GoWords.description(profile.preset))"])
    columns.add(["notices", profile.sendsNotices ? list(profile.notifiedModes.map(\.rawValue)) : "off"])
    let quiet = profile.quietHours
    columns.add(["quiet hours", quiet.isEnabled ? "\(quiet.startClock)-\(quiet.endClock)" : "off"])
    columns.add(["after dark", profile.gatesDarkness ? "swims score 0" : "swims score as by day"])
    columns.add(["analytics", profile.allowsAnalytics ? "on" : "off"])
    columns.add(["scoring", Scoring.version])
    let lines = columns.lines(within: Terminal.room)
    return setup.hasProfile ? lines : lines + ["these are the defaults; set up yours: hsync go profile set --activities swim,run"]
  }

  private func dog(_ profile: CoastProfile) -> String {
    guard let dog = profile.dog else { return "none" }
    let details = [
      dog.size.map { $0.rawValue }, dog.coat.map { "\($0.rawValue) coat" }, "\(dog.heatSensitivity.rawValue) heat sensitivity",
    ]
    return "\(dog.name.onOneLine), \(details.compactMap { $0 }.joined(separator: ", ")) (only the name has an effect)"
  }

  private func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }
}

/// `hsync go profile delete`.
struct GoProfileDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete the profile, the saved places and their forecasts, and cancel notices.")

  @Flag(help: "Don't ask for confirmation.")
  var yes = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let library = try library.open()
    let desk = GoDesk(library, clock: LocalClock.wall)
    let setup = try desk.setup()
    guard setup.isSetUp else {
      throw CommandError(.no, "there is no profile", hint: "set one up: hsync go profile set --activities swim,run")
    }
    try Confirmation.require("delete the profile, its preferences, the saved places and planned notices?", isGiven: yes)
    let cache = ForecastCache(Paths())
    for place in try desk.removeAll() + [setup.place] { try cache.remove(place) }
    try await NoticeDesk(library).plan()
    Output.line("deleted the profile; set up another one: hsync go profile set --activities swim,run")
  }
}
