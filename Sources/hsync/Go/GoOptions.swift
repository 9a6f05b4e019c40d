import ActivityWindow
import ArgumentParser
import HealthDesk
import HealthStore

/// The options that choose a forecast.
struct GoOptions: ParsableArguments {
  @Option(name: .customLong("place"), help: ArgumentHelp("A saved place, by its id or name (default: the chosen one).", valueName: "place"))
  var place: String?

  @Flag(inversion: .prefixedNo, help: "Ask for a new forecast now, or for none at all (default: for parts that are an hour old).")
  var refresh: Bool?

  /// The same as a value.
  var choice: ForecastChoice { ForecastChoice(place: place, refresh: refresh) }

  /// As `ForecastChoice.view`.
  nonisolated(nonsending) func view(in library: Library, days: Int = ActivityPlan.shownDays) async throws -> GoView {
    try await choice.view(in: library, days: days)
  }
}
