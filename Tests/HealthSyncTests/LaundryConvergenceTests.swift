import HealthModel
import HealthStore
import LaundryPet
import TestSupport
import Testing

@testable import HealthSync

/// Two devices with the same laundry pets.
@Suite struct LaundryConvergenceTests {
  private let backend: ReferenceBackend
  private let devices: [SyncFixture]
  private let noonMs: Int64 = 1_770_721_380_000

  init() throws {
    backend = try ReferenceBackend()
    devices = [try SyncFixture(), try SyncFixture()]
  }

  private func at(_ minutes: Int64) -> Moment { Moment(ms: noonMs + minutes * 60_000, utcOffsetMin: 60) }

  private func book(_ device: Int) -> LaundryBook { LaundryBook(devices[device].library) }

  private func add(_ id: String, on device: Int = 0) throws {
    _ = try book(device).add(Pet(id: id, name: "Pet \(id)", createdAtMs: noonMs), title: "created", at: at(0))
  }

  private func press(_ event: PetEvent, _ id: String, on device: Int, at minutes: Int64) throws -> PetState {
    try book(device).step(event, of: id, on: nil, title: "\(event)", at: at(minutes)).state
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

  private let tables = """
    SELECT id, name, wash_min, dry_min, every_days, created_at_ms, NULL, NULL, NULL FROM laundry_pet UNION ALL
    SELECT id, pet, step, cycle, attempt, started_at_ms, ends_at_ms, cancelled_at_ms, every_days FROM laundry_task ORDER BY 1
    """

  @Test func aWashThatWasStartedHereIsFoldedThere() async throws {
    try add("p")
    _ = try press(.wash, "p", on: 0, at: 0)
    _ = try await sync()
    #expect(try press(.dry, "p", on: 1, at: 50).stage(atMs: at(50).ms) == .drying)
    _ = try await sync()
    #expect(try press(.fold, "p", on: 0, at: 120).history.cycles == 1)
    _ = try await sync()
    #expect(try book(1).states() == book(0).states() && devices[0].text(tables) == devices[1].text(tables))
  }

  /// L-BUTTON-1: both press before they meet. There is one step, and the device whose press was replaced before it was sent is told.
  @Test func theSameButtonOnBothIsOneStep() async throws {
    try add("p")
    _ = try await sync()
    _ = try press(.wash, "p", on: 0, at: 0)
    _ = try press(.wash, "p", on: 1, at: 1)
    _ = try await devices[1].engine(backend.url).run(reason: .person)
    #expect(try await devices[0].engine(backend.url).run(reason: .person).conflicts == 1)
    _ = try await sync()
    #expect(try devices.map { try $0.text("SELECT id FROM laundry_task") } == ["p/1/wash/1", "p/1/wash/1"])
    #expect(try devices[0].text(tables) == devices[1].text(tables))
    // Once they have met, the second press is refused.
    let refusal = #expect(throws: LaundryError.self) { try press(.wash, "p", on: 1, at: 2) }
    #expect(refusal?.fault == .refused(.wash, .washing, possible: [.cancel]))
  }

  /// L-BUTTON-1: both press and send before either hears of the other. The device whose press gives way is told by its next sync, once, and
  /// shown what was replaced; a cancellation by the other device isn't such a press.
  @Test func theSameButtonThatBothHaveSentIsTold() async throws {
    try add("p")
    _ = try await sync()
    _ = try press(.wash, "p", on: 0, at: 0)
    _ = try press(.wash, "p", on: 1, at: 1)
    _ = try await devices[0].engine(backend.url).run(reason: .person)
    _ = try await devices[1].engine(backend.url).run(reason: .person)
    let told = try await devices[0].engine(backend.url).run(reason: .person)
    #expect(told.conflicts == 1 && told.failure == nil)
    let lost = try devices[0].text("SELECT kind, id, json_extract(lost_json, '$.started_at_ms') FROM conflict")
    #expect(lost == "laundry_task|p/1/wash/1|\(at(0).ms)")
    #expect(try await sync().allSatisfy { $0.conflicts == 0 })
    #expect(try devices[0].text(tables) == devices[1].text(tables))
    _ = try press(.cancel, "p", on: 0, at: 2)
    #expect(try await sync().allSatisfy { $0.conflicts == 0 })
    #expect(try book(1).states() == book(0).states())
  }

  /// L-SETTINGS-1: a deleted pet goes with its history on the other device, too.
  @Test func aDeletionReachesTheOther() async throws {
    try add("p")
    _ = try press(.wash, "p", on: 0, at: 0)
    _ = try await sync()
    try book(1).delete("p", title: "deleted", at: at(1))
    _ = try await sync()
    #expect(try devices[0].text(tables).isEmpty && book(0).pets().isEmpty)
    for device in devices { #expect(try device.waiting() == "0|0|0") }
    #expect(backend.text().isEmpty)
  }

  /// Presses, edits and deletions on both, synced now and then: both show what the engine says about all records.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func randomHistoriesConverge(seed: UInt64) async throws {
    var dice = SeededGenerator(seed: seed)
    for id in ["a", "b", "c"] { try add(id) }
    _ = try await sync()
    var (now, steps) = (Int64(0), 0)
    for _ in 0..<60 {
      now += Int64.random(in: 0...40, using: &dice)
      if Int.random(in: 0..<40, using: &dice) == 0 { now += 10 * 1440 }
      let (device, id) = (Int.random(in: 0...1, using: &dice), ["a", "b", "c"].randomElement(using: &dice) ?? "a")
      do {
        switch Int.random(in: 0..<30, using: &dice) {
        case 0: try book(device).delete(id, title: "deleted", at: at(now))
        case 1:
          let edit = PetEdit.set(.washMinutes, Int.random(in: 1...120, using: &dice))
          _ = try book(device).edit(id, [edit], title: "edited", at: at(now))
        default:
          let event = PetEvent.allCases.randomElement(using: &dice) ?? .wash
          _ = try press(event, id, on: device, at: now)
          steps += 1
        }
      } catch is LaundryError {
        // Not possible now, or deleted.
      } catch let error as StoreError {
        #expect(error.code == .notFound)
      }
      if Int.random(in: 0..<5, using: &dice) == 0 { _ = try await devices[device].engine(backend.url).run(reason: .person) }
    }
    _ = try await sync()
    #expect(try devices[0].text(tables) == devices[1].text(tables) && steps > 5)
    let (ours, theirs) = (try book(0).states(), try book(1).states())
    #expect(ours.map { PetReading($0, atMs: at(now).ms) } == theirs.map { PetReading($0, atMs: at(now).ms) })
    for state in ours { #expect(try book(1).state(of: state.pet.id) == state) }
    for device in devices { #expect(try device.waiting() == "0|0|0") }
    #expect(try await sync(rounds: 1).allSatisfy { $0.pushed == 0 && $0.pulled == 0 })
  }
}
