import ArgumentParser

/// `hsync go`: whether now is a good time for a swim or a run, and when the next one is.
struct GoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "go",
    abstract: "Show when to swim or run: hours of the forecast scored from 0 to 100, and the windows that score 70 or more.",
    discussion: """
      Forecasts come from Open-Meteo and are kept; parts that are an hour old are asked for again. Modes are swim_solo, swim_dog, run_solo \
      and run_dog. A time is now, 7, 07:30, tomorrow 7:00 or 2026-06-01T07:00, by the clock at the place.
      """,
    subcommands: [
      GoNowCommand.self, GoPlanCommand.self, GoHourCommand.self, GoWhyCommand.self, GoPlaceCommand.self, GoProfileCommand.self,
    ],
    defaultSubcommand: GoNowCommand.self)
}
