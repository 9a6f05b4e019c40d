import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing
import WeekPlan

@testable import HealthSync

/// Two devices that plan the same weeks.
@Suite struct PlannerConvergenceTests {
  private let backend: ReferenceBackend
  private let devices: [SyncFixture]
  private let noon = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)
  private var week: ISOWeek { ISOWeek(of: noon.day) }

  init() throws {
    backend = try ReferenceBackend()
    devices = [try SyncFixture(), try SyncFixture()]
  }

  /// Syncs the devices in turn, so often that nothing is left to tell.
  private func sync(rounds: Int = 2) async throws -> [SyncReport] {
    var reports: [SyncReport] = []
    for _ in 0..<rounds {
      for device in devices {
        let report = try await device.engine(backend.url).run(reason: .person)
        #expect(report.failure == nil)
        reports.append(report)
      }
    }
    return reports
  }

  private func apply(_ edits: [PlanEdit], on device: SyncFixture) throws {
    _ = try Planner(device.library).apply(edits, title: "planned", week: week, at: noon)
  }

  private func shown(_ device: SyncFixture) throws -> [String] {
    try Planner(device.library).items(from: noon.day.adding(-60), through: noon.day.adding(60))
      .map { "\($0.id) \($0.day) \($0.title) \($0.isCompleted) \($0.kind)" }
  }

  private let wholeItems = "SELECT * FROM planner_item ORDER BY id"
  private let notes = "SELECT * FROM day_note ORDER BY day"

  /// Both tick, move and leave out the same weeks of the same series.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func theyBecomeOne(seed: UInt64) async throws {
    var dice = SeededGenerator(seed: seed)
    let series = PlanItem(
      id: "s", shortID: "abc23456", kind: .workout, title: "Yoga", day: noon.day.adding(-14), createdAtMs: 1, repeats: .weekly(until: nil))
    try apply([.put(series)], on: devices[0])
    _ = try await sync()
    for _ in 0..<20 {
      let device = devices[Int.random(in: 0..<2, using: &dice)]
      for _ in 0..<3 {
        let edit = edit(&dice)
        do { try apply([edit], on: device) } catch let failure as PlanFailure {
          // The other device left that week out, or removed the item.
          #expect(failure.kind == .no)
        }
      }
      if Bool.random(using: &dice) { _ = try await device.engine(backend.url).run(reason: .person) }
    }
    _ = try await sync()
    #expect(try shown(devices[0]) == shown(devices[1]))
    #expect(try devices[0].text(wholeItems) == devices[1].text(wholeItems))
    #expect(try devices[0].text(notes) == devices[1].text(notes))
    for device in devices { #expect(try device.waiting() == "0|0|0") }
    #expect(try await sync(rounds: 1).allSatisfy { $0.pushed == 0 && $0.pulled == 0 })
  }

  private func edit(_ dice: inout SeededGenerator) -> PlanEdit {
    let week = week.adding(Int.random(in: -2...2, using: &dice))
    let day = week.days[Int.random(in: 0..<7, using: &dice)]
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: return .add(kind: .workout, title: "Run", day: day)
    case 1: return .setNote(day: day, text: ["", "rest", "guests"].randomElement(using: &dice) ?? "")
    case 2: return .move(ref: "s", to: day, week: week)
    case 3: return .remove(ref: "s", week: week, wholeSeries: false)
    case 4: return .copyWeek(from: week, to: week.adding(1))
    case 5: return .rename(ref: "s", title: "Hot yoga", week: week, wholeSeries: Bool.random(using: &dice))
    default: return .setCompleted(ref: "s", Bool.random(using: &dice), week: week)
    }
  }

  /// Each gave another item the same short id before they met. Each keeps its own and names the other anew, and nothing of that is sent
  /// back and forth; the first edit settles it.
  @Test func aShortIDThatBothGaveIsNoQuarrel() async throws {
    let run = PlanItem(id: "a", shortID: "abc23456", kind: .workout, title: "Run", day: noon.day, createdAtMs: 1)
    let lift = PlanItem(id: "b", shortID: "abc23456", kind: .workout, title: "Lift", day: noon.day, createdAtMs: 2)
    try apply([.put(run)], on: devices[0])
    try apply([.put(lift)], on: devices[1])
    let reports = try await sync(rounds: 3)
    #expect(reports.map(\.pushed).reduce(0, +) == 2 && reports.suffix(2).allSatisfy { $0.pushed == 0 && $0.pulled == 0 })
    #expect(try shown(devices[0]) == shown(devices[1]))
    let names = try devices.map { try $0.text("SELECT short_id FROM planner_item ORDER BY id").split(separator: "\n").map(String.init) }
    #expect(names[0][0] == "abc23456" && names[1][1] == "abc23456", "what a person has seen stays")
    #expect(names.allSatisfy { Set($0).count == 2 && $0.allSatisfy(ShortID.isWellFormed) })
    for device in devices { #expect(try device.waiting() == "0|0|0") }
    // An edit by the new name tells the others of it, and the one who has the old name for another item keeps that.
    try apply([.setCompleted(ref: names[0][1], true, week: nil)], on: devices[0])
    _ = try await sync()
    #expect(try shown(devices[0]) == shown(devices[1]))
    #expect(try devices[1].text("SELECT short_id, completed FROM planner_item ORDER BY id") == "\(names[1][0])|0\n\(names[0][1])|1")
    try apply([.rename(ref: "a", title: "Walk", week: nil, wholeSeries: false)], on: devices[0])
    _ = try await sync()
    #expect(try devices[0].text(wholeItems) == devices[1].text(wholeItems), "once each is edited all is the same")
    #expect(try await sync(rounds: 1).allSatisfy { $0.pushed == 0 && $0.pulled == 0 })
  }

  /// Another item's short id comes with an update of an item that has one here: it keeps the one it has.
  @Test func anUpdateDoesNotTakeAnothersShortID() async throws {
    try apply([.put(PlanItem(id: "a", shortID: "abc23456", kind: .workout, title: "Run", day: noon.day, createdAtMs: 1))], on: devices[0])
    _ = try await sync()
    try apply([.put(PlanItem(id: "b", shortID: "xyz23456", kind: .workout, title: "Lift", day: noon.day, createdAtMs: 1))], on: devices[0])
    try devices[1].execute("UPDATE planner_item SET short_id = 'xyz23456'")
    _ = try await sync(rounds: 3)
    #expect(try devices[0].text("SELECT id, short_id FROM planner_item ORDER BY id") == "a|abc23456\nb|xyz23456")
    #expect(try devices[1].text("SELECT short_id FROM planner_item WHERE id = 'a'") == "xyz23456")
    for device in devices {
      #expect(try device.waiting() == "0|0|0" && device.text("SELECT count(DISTINCT short_id) FROM planner_item") == "2")
    }
  }
}
