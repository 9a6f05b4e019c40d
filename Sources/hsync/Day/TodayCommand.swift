import ArgumentParser
import HealthModel
import HealthStore
import HealthSync
import Transport

/// `hsync today`: the day at a glance.
struct Today: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show today's meals, steps, energy, workouts and sleep, what waits, and the last sync.",
    discussion: "--refresh reads what is new at the sources and syncs first, at most once in 60 s; what goes wrong with that is only told.")

  @Flag(help: "One JSON document.")
  var json = false

  @Flag(inversion: .prefixedNo, help: "Read the sources and sync before showing (else as refresh_today in config.toml says).")
  var refresh: Bool?

  @OptionGroup(title: "Library") var library: LibraryOptions

  // On the main thread: another one's stack and heap would cost 4 MB and 2 ms of the command that is run most.
  @MainActor func run() async throws {
    let library = try library.open()
    if refresh ?? Configuration.atStart?.refreshesToday ?? false { try await DayRefresh(library).run() }
    let now = LocalClock.now
    let health = try SummaryLog(library).summaries(from: now.day, through: now.day).first
    let menu = DayMenu(day: now.day, meals: try MealLog(library).meals(on: now.day))
    let sync = try SyncEngine.status(of: library, dailyBytes: Configuration.atStart?.dailyBytes)
    let lookups = try PendingLookups(library).list().count
    if json { return Output.json(document(menu, health, sync, lookups: lookups)) }
    menu.lines.forEach(Output.line)
    Output.line(healthLine(health))
    if lookups > 0 { Output.line("\(Quantity.count(lookups, "barcode")) to look up: hsync pending resolve") }
    if !sync.quarantined.isEmpty {
      Output.line("\(Quantity.count(sync.quarantined.count, "record")) refused by the backend: hsync queue")
    }
    if let trouble = trouble(of: sync, now: now) { Output.line(trouble) }
    Output.line(Terminal.styled(freshness(of: sync, now: now), .dim))
  }

  /// `8,214 steps, 412 active kcal, 1 workout (45 min), 7 h 12 sleep`; zeros on a day that nothing is known of.
  private func healthLine(_ summary: DaySummary?) -> String {
    let workouts = summary?.workouts ?? 0
    return [
      "  \(Quantity.grouped(Int((summary?.steps ?? 0).rounded()))) steps",
      "\(Quantity.grouped(Int((summary?.activeKcal ?? 0).rounded()))) active kcal",
      Quantity.count(workouts, "workout") + (workouts > 0 ? " (\(Quantity.minutes(summary?.workoutMin ?? 0)))" : ""),
      "\(Quantity.minutes(summary?.sleepMin ?? 0)) sleep",
    ].joined(separator: ", ")
  }

  /// `last sync 5 min ago, 3 records wait`.
  private func freshness(of sync: SyncStatus, now: Moment) -> String {
    let last = sync.lastOkAtMs.map { "last sync \(Age(ms: now.ms - $0).words)" } ?? "Never synced"
    let waiting = sync.pendingTotal == 1 ? "1 record waits" : "\(sync.pendingTotal) records wait"
    return sync.pendingTotal == 0 ? last : "\(last), \(waiting)"
  }

  /// `sync has failed since 12:03: can't reach …`; `nil` when the last run was fine.
  private func trouble(of sync: SyncStatus, now: Moment) -> String? {
    func clock(_ ms: Int64) -> String {
      let moment = LocalClock.moment(atMs: ms)
      return moment.day == now.day ? moment.clock : "\(moment.day) \(moment.clock)"
    }
    if let since = sync.failingSinceMs, let error = sync.lastError { return "sync has failed since \(clock(since)): \(error.message)" }
    if let next = sync.next, next.reason == .budget { return "sync waits until \(clock(next.atMs)): the day's bytes are used up" }
    return nil
  }

  private func document(_ menu: DayMenu, _ health: DaySummary?, _ sync: SyncStatus, lookups: Int) -> JSON {
    let queue = JSON.object([
      ("pending", JSON(sync.pendingTotal)), ("rejected", JSON(sync.quarantined.count)), ("lookups", JSON(lookups)),
    ])
    return .object([
      ("day", .string(menu.day.description)), ("meals", .array(menu.meals.map(\.json))), ("total", menu.total.json),
      ("steps", JSON(health?.steps ?? 0)), ("active_kcal", JSON(health?.activeKcal ?? 0)), ("workouts", JSON(health?.workouts ?? 0)),
      ("workout_min", JSON(health?.workoutMin ?? 0)), ("sleep_min", JSON(health?.sleepMin ?? 0)), ("queue", queue),
      ("last_sync_ms", sync.lastOkAtMs.map { JSON($0) } ?? .null), ("sync_failure", failure(sync)),
    ])
  }

  private func failure(_ sync: SyncStatus) -> JSON {
    guard let since = sync.failingSinceMs, let error = sync.lastError else { return .null }
    return .object([("code", .string(error.code.rawValue)), ("message", .string(error.message)), ("since_ms", JSON(since))])
  }
}
