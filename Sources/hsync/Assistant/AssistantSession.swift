import ActivityWindow
import ArgumentParser
import AssistantProtocol
import FoodCatalog
import Forecast
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import Products
import Settings
import Transport

/// The library that the tools of one assistant work with, and their permissions.
struct AssistantSession: Sendable {
  /// The library's file.
  let file: String
  /// Whether its folder is made, too.
  let makesFolder: Bool
  let permissions: Set<AssistantPermission>
  let photos: PhotoFolders
  /// The places where products are looked up.
  let sources: ProductSources

  /// Opens the library, for one call: the file may have been restored or brought up to date since the last one. Read-only unless something is
  /// allowed.
  func open() throws -> Library {
    if !permissions.isEmpty { return try Library(at: file, makesFolder: makesFolder) }
    try requireFile()
    return try Library(reading: file)
  }

  /// - Throws: kind `.noInput` when there is no library yet.
  func requireFile() throws(CommandError) {
    guard access(file, F_OK) == 0 else {
      throw CommandError(.noInput, "there is no library yet: \(file)", hint: "make one by logging or importing: hsync today")
    }
  }

  /// Looks up products; without the permission to log, only in the product file, the catalogue and earlier answers, which writes nothing.
  func finder(in library: Library) throws -> FoodFinder {
    var sources = sources
    if !permissions.contains(.log) { sources.isOffline = true }
    return try FoodFinder(library, sources, catalogue: catalogue, transport: CurlTransport(), clock: LocalClock.wall)
  }

  /// Searches foods by name: those of a library, the product file, the catalogue.
  func searches(in library: Library) throws -> FoodSearches {
    try FoodSearches(library, catalogue: catalogue, shelf: FoodSearches.shelf(sources.productFile))
  }

  /// The food catalogue of this machine, which may not be there.
  var catalogue: FoodCatalog { FoodCatalog(path: Configuration.atStart.cataloguePath) }

  /// The forecast of a place, scored. Parts that are an hour old are asked for only when something is allowed: the library counts the calls.
  ///
  /// - Parameter arguments: `place`, the place's id or name; left out = the chosen one.
  /// - Throws: `GoError`, when there is no such place or no forecast.
  func forecast(_ arguments: JSON, days: Int = ActivityPlan.shownDays) async throws -> GoView {
    let library = try open()
    let refresh: ForecastRefresh = permissions.isEmpty || sources.isOffline ? .never : .ifDue
    let client = OpenMeteo(.atStart, library: library, transport: CurlTransport())
    let view = try await GoDesk(library, clock: LocalClock.wall).view(
      client, refresh: refresh, place: arguments["place"].string, days: days)
    return try view.withForecast(by: LocalClock.wall)
  }

  /// The settings for the days.
  var health: HealthSettings { Configuration.atStart.health }

  // MARK: Arguments

  /// The day that an argument names; a weekday is the latest one. `nil` = it is left out.
  func day(_ name: String, in arguments: JSON, today: Day) throws(CommandError) -> Day? {
    guard let text = arguments[name].string else { return nil }
    do { return try TypedDay(text).day(from: today, .past) } catch {
      throw CommandError(.usage, "\(name): \(error.message)", hint: error.advice)
    }
  }

  /// The days from `from` to `to`, at most a year.
  func days(in arguments: JSON, today: Day, usual count: Int) throws(CommandError) -> ClosedRange<Day> {
    let last = try day("to", in: arguments, today: today) ?? today
    let first = try day("from", in: arguments, today: today) ?? last.adding(1 - count)
    guard first <= last else { throw CommandError(.usage, "from, \(first), is after to, \(last)") }
    guard last.number - first.number < 366 else { throw CommandError(.usage, "from and to are more than 366 days apart") }
    return first...last
  }

  /// The mode that an argument names; empty = it is left out.
  static func modes(in arguments: JSON) -> [ActivityMode] {
    arguments["mode"].string.flatMap(ActivityMode.init(rawValue:)).map { [$0] } ?? []
  }

  /// The arguments `mode` and `place`.
  static let forecastArguments = [
    ToolArgument("mode", .choice(ActivityMode.allCases.map(\.rawValue)), "Only this mode (default: those of the user's profile)."),
    ToolArgument("place", .text(most: 200), "A saved place, by its id or name (default: the chosen one)."),
  ]

  /// The arguments `from` and `to`.
  static func spanArguments(usual: String) -> [ToolArgument] {
    [
      ToolArgument("from", .text(most: 20), "The first day: today, yesterday, -2 or 2026-02-10 (default: \(usual))."),
      ToolArgument("to", .text(most: 20), "The last day (default: today)."),
    ]
  }

  /// The way to take a write back, as a member of structured results and as a sentence.
  static func undo(_ title: String) -> (json: JSON, sentence: String) {
    (
      .object([("tool", .string("undo")), ("arguments", .object([("change", .string(title))])), ("command", .string("hsync undo"))]),
      "to take it back: the tool undo, or hsync undo"
    )
  }
}
