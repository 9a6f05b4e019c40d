import Foundation
import HealthModel
import TestSupport
import Testing

/// Days follow `health.zone` and `health.ranks` in every command that shows them; a variable of the environment changes what is shown, not what is
/// kept.
@Suite struct ZoneFollowingTests {
  private let person: Household

  init() throws {
    person = try Household()
    try person.imported(HealthExportFixture.sample)
  }

  private func run(_ line: String, zone: String? = nil) throws -> Program.Outcome {
    let environment = person.hsync.environment.merging(zone.map { ["HSYNC_ZONE": $0] } ?? [:]) { $1 }
    let outcome = try Program("hsync", home: person.home, environment: environment).run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 0, "\(line): \(outcome.err)")
    return outcome
  }

  /// Steps of the Monday of `2026-W13`, as `week` has them.
  private func monday(zone: String? = nil) throws -> Double? {
    try JSON(parsing: run("week 2026-W13 --json", zone: zone).out)["days"].array?.first?["steps"].double
  }

  private func summary(zone: String? = nil) throws -> Double? {
    try JSON(parsing: run("summary --from 2026-03-23 --to 2026-03-23 --json", zone: zone).out).array?.first?["steps"].double
  }

  @Test func aWeekFollowsTheZoneOfTheSettings() throws {
    let berlin = try #require(try monday())
    _ = try run("config set health.zone Asia/Tokyo")
    let tokyo = try #require(try monday())
    #expect(abs(tokyo - berlin) > 100, "\(tokyo) \(berlin)")
    #expect(try summary() == tokyo)
    _ = try run("config unset health.zone")
    #expect(try monday() == berlin)
    #expect(try summary() == berlin)
  }

  @Test func todayFollowsTheRanks() throws {
    let day = try #require(try JSON(parsing: run("today --json").out)["day"].string)
    try person.imported(
      person.writeExport([
        HealthExportFixture.steps(100, "My Watch", day, "08:00", "08:10"),
        HealthExportFixture.steps(90, "My iPhone", day, "08:05", "08:15"),
      ]))
    func steps() throws -> Double? { try JSON(parsing: run("today --json").out)["steps"].double }
    #expect(try steps() == 145)
    try person.configure("[health]\nranks = [\"phone\", \"watch\"]\n")
    #expect(try steps() == 140)
    try person.configure("")
    #expect(try steps() == 145)
  }

  /// Nothing is stored and nothing queued, in no table; the numbers are those that the zone would have in the settings.
  @Test func aVariableIsForOneRun() throws {
    let berlin = try monday()
    let before = try person.dump()
    for line in [
      "summary", "summary --explain 2026-03-24", "summary --check", "week 2026-W13", "today", "weight", "weight list", "plan", "meals",
    ] { _ = try person.hsync.run(line.split(separator: " ").map(String.init)) }
    #expect(try person.dump() == before)
    let shown = [try monday(zone: "Asia/Tokyo"), try summary(zone: "Asia/Tokyo")]
    let weights = try run("weight list --from 2026-03-01 --to 2026-04-30 --json", zone: "Pacific/Kiritimati").out
    let latest = try run("weight --json", zone: "Pacific/Kiritimati").out
    let explained = try JSON(parsing: run("summary --explain 2026-03-23 --json", zone: "Asia/Tokyo").out)
    _ = try run("today", zone: "Asia/Tokyo")
    _ = try run("summary --check --from 2026-03-23 --to 2026-03-29", zone: "Asia/Tokyo")
    #expect(try person.dump() == before)
    #expect(try monday() == berlin)

    try person.configure("[health]\nzone = \"Asia/Tokyo\"\n")
    #expect(try shown == [monday(), summary()])
    #expect(try JSON(parsing: run("summary --explain 2026-03-23 --json").out) == explained)
    #expect(try person.dump() != before, "the settings' zone is kept")
    try person.configure("[health]\nzone = \"Pacific/Kiritimati\"\n")
    #expect(try run("weight list --from 2026-03-01 --to 2026-04-30 --json").out == weights)
    #expect(try run("weight --json").out == latest)
    #expect(try monday(zone: "Europe/Berlin") == berlin)
  }

  /// Nor does it decide how days are kept that a refresh reads on the way.
  @Test func aVariableDoesNotDecideForARefresh() throws {
    let folder = person.home.file("Health")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = try person.home.write(
      HealthExportFixture.apple([HealthExportFixture.steps(100, "My Watch", "2026-02-10", "08:00", "08:10")]), to: "Health/export.xml")
    // A file that has just been written may not be whole yet, and is left for later.
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: file)
    try person.configure("[health]\nfolders = [\"\(folder)\"]\n[sync]\nrefresh_today = true\n")
    let zones = "SELECT group_concat(DISTINCT zone) || ' ' || (SELECT count(*) FROM health_import) FROM day_summary"
    _ = try run("today", zone: "Asia/Tokyo")
    _ = try run("today --refresh", zone: "Asia/Tokyo")
    #expect(try person.value(zones) == "Europe/Berlin 1")
    _ = try person.sqlite("DELETE FROM notebook WHERE name = 'foreground_refresh'")
    _ = try run("today")
    #expect(try person.value(zones) == "Europe/Berlin 2")
  }

  /// Viewing synced data in another zone doesn't queue it again.
  @Test func aVariableQueuesNothing() throws {
    let backend = try RunningBackend()
    try person.logIn(to: backend)
    _ = try run("sync")
    for line in ["summary --from 2026-03-01 --to 2026-04-30", "week 2026-W13", "today"] { _ = try run(line, zone: "Asia/Tokyo") }
    #expect(try run("sync --dry-run").out == "nothing to send\n")
  }

  /// `TZ` counts as such a variable when nothing else names a zone.
  @Test func theSystemsVariableIsForOneRunToo() throws {
    let other = try Household()
    try other.imported(
      other.writeExport([HealthExportFixture.steps(100, "My Watch", "2026-02-10", "20:00", "20:10")]))
    let before = try other.dump()
    let tokyo = Program("hsync", home: other.home, environment: other.hsync.environment.merging(["TZ": "Asia/Tokyo"]) { $1 })
    let days = try JSON(parsing: tokyo.run("summary", "--from", "2026-02-10", "--to", "2026-02-11", "--json").out).array
    #expect(days?.map { $0["day"].string } == ["2026-02-11"], "\(String(describing: days))")
    #expect(try other.dump() == before)
  }
}
