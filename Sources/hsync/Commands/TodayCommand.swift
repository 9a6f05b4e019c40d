import ArgumentParser
import HealthModel
import HealthStore
import HealthSync

/// `hsync today`: the day at a glance.
struct Today: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show today's meals with totals, what waits, and the last sync.")

  @Flag(help: "One JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let library = try library.open()
    let now = LocalClock.now
    let menu = DayMenu(day: now.day, meals: try MealLog(library).meals(on: now.day))
    let sync = try SyncEngine.status(of: library)
    let lookups = try PendingLookups(library).list().count
    if json { return Output.json(document(menu, sync, lookups: lookups)) }
    menu.lines.forEach(Output.line)
    if lookups > 0 { Output.line("\(Quantity.count(lookups, "barcode")) to look up: hsync pending resolve") }
    if !sync.quarantined.isEmpty {
      Output.line("\(Quantity.count(sync.quarantined.count, "record")) refused by the backend: hsync sync status")
    }
    Output.line(Terminal.styled(freshness(of: sync, now: now), .dim))
  }

  /// `last sync 5 min ago, 3 records wait`.
  private func freshness(of sync: SyncStatus, now: Moment) -> String {
    let last = sync.lastOkAtMs.map { "last sync \(Age(ms: now.ms - $0).words)" } ?? "Never synced"
    let waiting = sync.pendingTotal == 1 ? "1 record waits" : "\(sync.pendingTotal) records wait"
    return sync.pendingTotal == 0 ? last : "\(last), \(waiting)"
  }

  private func document(_ menu: DayMenu, _ sync: SyncStatus, lookups: Int) -> JSON {
    let queue = JSON.object([
      ("pending", JSON(sync.pendingTotal)), ("rejected", JSON(sync.quarantined.count)), ("lookups", JSON(lookups)),
    ])
    return .object([
      ("day", .string(menu.day.description)), ("meals", .array(menu.meals.map(\.json))), ("total", menu.total.json), ("queue", queue),
      ("last_sync_ms", sync.lastOkAtMs.map { JSON($0) } ?? .null),
    ])
  }
}
