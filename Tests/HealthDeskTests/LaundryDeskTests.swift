import HealthDesk
import HealthModel
import HealthStore
import LaundryPet
import Notices
import Testing

/// Laundry pets as commands and pages use them, on a clock that the test moves.
@Suite struct LaundryDeskTests {
  private let fixture: DeskFixture
  private let noon = DeskFixture.noon.ms

  init() throws { fixture = try DeskFixture() }

  private func laundry(_ minutes: Int64 = 0) -> LaundryDesk {
    LaundryDesk(fixture.library, at: Moment(ms: noon + minutes * 60_000, utcOffsetMin: 60))
  }

  @discardableResult
  private func add(_ name: String = "Snowy", _ numbers: [PetNumber: Int] = [:], id: String? = nil) throws -> LaundryDesk.ChangedPet {
    try laundry().add(PetDraft(name: name, numbers: numbers, id: id))
  }

  private func fault(_ body: () throws -> Void) -> LaundryError.Fault? {
    do { try body() } catch { return (error as? LaundryError)?.fault }
    return nil
  }

  /// L-PET-1: any number of pets, each with its own numbers, names trimmed.
  @Test func petsAreCreated() throws {
    #expect(try laundry().dashboard().isEmpty)
    let snowy = try add("  Snowy ")
    #expect(snowy.isNew && snowy.namesakes == 0 && snowy.pet.pet.name == "Snowy" && RecordID.isUUID(snowy.pet.pet.id))
    #expect(try add("snowy", [.washMinutes: 30, .everyDays: 3]).namesakes == 1)
    let pets = try laundry().dashboard()
    // Of one instant; the ids decide.
    let other = try #require(pets.first { $0.pet.name == "snowy" }).pet
    #expect(pets.count == 2 && other.washMinutes == 30 && other.dryMinutes == 60 && other.everyDays == 3)
    #expect(fault { try add(" ") } == .nameEmpty)
    #expect(fault { try add("Rex", [.dryMinutes: 0]) } == .outOfRange(.dryMinutes, 0))
    #expect(try laundry().dashboard().count == 2)
  }

  /// L-CREATE-1: a form that is sent twice creates one pet, and doesn't bring back one that was deleted since.
  @Test func aFormCreatesOnePet() throws {
    #expect(try add(id: "form").isNew)
    #expect(try !add(id: "form").isNew)
    #expect(try laundry().dashboard().count == 1)
    _ = try laundry().delete("form")
    #expect(fault { try add(id: "form") } == .unknownPet("Snowy", nearest: nil))
    #expect(try laundry().dashboard().isEmpty)
  }

  @Test func aWholeCycle() throws {
    try add()
    #expect(try laundry().step(.wash, "sno").pet.stage == .washing)
    #expect(fault { _ = try laundry(44).step(.dry, "Snowy") } == .refused(.dry, .washing, possible: [.cancel]))
    #expect(try laundry(45).step(.snooze, "Snowy").pet.stage == .washDone)
    #expect(try laundry(50).step(.dry, "Snowy").pet.timer?.text == "1:00:00")
    #expect(try laundry(55).step(.cancel, "Snowy").pet.stage == .washDone)
    #expect(try laundry(56).step(.dry, "Snowy").pet.task?.attempt == 2)
    let folded = try laundry(120).step(.fold, "Snowy")
    #expect(folded.isNew && folded.pet.stage == .idle && folded.pet.history.cycles == 1 && folded.pet.health.percent == 100)
    #expect(try fixture.library.undo(at: DeskFixture.noon).title == "folded Snowy")
    #expect(try laundry(121).pet("Snowy").stage == .dryDone)
  }

  /// L-BUTTON-1: the same press again changes nothing.
  @Test func aPressThatIsSentTwiceMakesOneStep() throws {
    let id = try add().pet.pet.id
    let task = "\(id)/1/wash/1"
    #expect(try laundry().step(.wash, id, on: task).isNew)
    #expect(try !laundry(1).step(.wash, id, on: task).isNew)
    #expect(try laundry(2).step(.cancel, id, on: task).isNew)
    #expect(try !laundry(3).step(.wash, id, on: task).isNew)
    #expect(try laundry(4).pet(id).stage == .idle)
  }

  /// L-EDIT-1: a changed duration counts from the next start.
  @Test func petsAreEdited() throws {
    try add()
    try add("Rex")
    _ = try laundry().step(.wash, "Snowy")
    let edited = try laundry(1).edit("Snowy", [.rename("Rex"), .set(.washMinutes, 90)])
    #expect(edited.isNew && edited.namesakes == 1 && edited.pet.timer?.text == "44:00" && edited.pet.pet.washMinutes == 90)
    #expect(try !laundry(1).edit(edited.pet.pet.id, [.set(.washMinutes, 90)]).isNew)
    guard case .ambiguousPet("rex", let pets)? = fault({ _ = try laundry().pet("rex") }) else {
      Issue.record("two pets have that name")
      return
    }
    #expect(pets.count == 2)
  }

  /// L-DELETE-1 and L-RESET-1.
  @Test func petsAreDeleted() throws {
    try add()
    try add("Rex")
    _ = try laundry().step(.wash, "Snowy")
    #expect(try laundry(1).delete("Snowy").stage == .washing)
    #expect(fault { _ = try laundry(1).delete("Snowy") } == .unknownPet("Snowy", nearest: nil))
    let deleted = try laundry(2).deleteAll()
    #expect(deleted.pets == 1 && deleted.tasks == 0)
    #expect(fault { _ = try laundry(3).pet("Rex") } == .noPets)
  }

  /// The keys of the contract for scripts, in their order.
  @Test func theJSONIsTheContracts() throws {
    try add("Snowy", id: "p")
    let keys = [
      "id", "name", "state", "health", "health_percent", "mood", "status", "started_at_ms", "ends_at_ms", "progress", "wash_min", "dry_min",
      "every_days", "created_at_ms", "folded_at_ms", "cycles", "streak", "longest_streak", "actions",
    ]
    let idle = try laundry(2 * 1440).pet("p").json
    #expect(idle.members?.map(\.key) == keys)
    #expect(idle["health"].double.map { abs($0 - 500.0 / 7) < 1e-9 } == true && idle["health_percent"].int == 72)
    #expect(idle["state"].string == "idle" && idle["mood"].string == "neutral" && idle["status"].string == "is doing okay")
    for key in ["started_at_ms", "ends_at_ms", "progress", "folded_at_ms"] { #expect(idle[key].isNull) }
    _ = try laundry().step(.wash, "p")
    let washing = try laundry(9).pet("p").json
    #expect(washing["state"].string == "washing" && washing["progress"].int == 20 && washing["actions"].array == [.string("cancel")])
    #expect(washing["started_at_ms"].int == noon && washing["ends_at_ms"].int == noon + 45 * 60_000)
  }

  // MARK: - Notices

  private func notices(_ source: LaundryNotices = LaundryNotices()) -> NoticeDesk {
    let clock = fixture.clock.manual
    return NoticeDesk(
      fixture.library, NoticePreferences(zone: ZoneRules(fixedMin: 60)), ways: [], sources: [source], now: { clock.nowMs })
  }

  private func planned(_ source: LaundryNotices = LaundryNotices()) async throws -> [String] {
    try await notices(source).plan()
    return try notices(source).glance().planned.map {
      "\($0.notice.text.title) \($0.notice.text.body) \(($0.entry.fireAtMs - noon) / 60_000) \($0.notice.priority.rawValue)"
    }
  }

  private func advance(to minutes: Int64) { fixture.clock.manual.advance(ms: noon + minutes * 60_000 - fixture.clock.nowMs) }

  /// L-NOTIFY-1: a notice comes with the timer, moves with a snooze and goes with a cancellation, the next step or the pet.
  @Test func noticesFollowTheTimers() async throws {
    try add()
    #expect(try await planned().isEmpty)
    _ = try laundry().step(.wash, "Snowy")
    #expect(try await planned() == ["Wash Complete! Snowy is ready for the dryer. 45 normal"])
    _ = try laundry(5).step(.cancel, "Snowy")
    advance(to: 5)
    #expect(try await planned().isEmpty)
    _ = try laundry(6).step(.wash, "Snowy")
    #expect(try await planned(LaundryNotices(hasSound: false)) == ["Wash Complete! Snowy is ready for the dryer. 51 low"])
    advance(to: 52)
    _ = try laundry(52).step(.snooze, "Snowy")
    #expect(try await planned() == ["Wash Complete! Snowy is ready for the dryer. 62 normal"])
    _ = try laundry(53).step(.dry, "Snowy")
    #expect(try await planned() == ["Dry Complete! Snowy is ready to fold. 113 normal"])
    #expect(try await planned(LaundryNotices(isEnabled: false)).isEmpty)
    #expect(try await planned().count == 1)
    _ = try laundry(54).delete("Snowy")
    advance(to: 54)
    #expect(try await planned().isEmpty)
  }

  @Test func aPrivateNoticeNamesNoPet() throws {
    try add()
    _ = try laundry().step(.wash, "Snowy")
    let wish = try LaundryNotices().wish(in: fixture.library, at: DeskFixture.noon, zone: ZoneRules(fixedMin: 60), fired: [])
    let notice = try #require(wish.wanted.first)
    #expect(
      notice.privateText == NoticeText(title: "Wash Complete!", body: "") && notice.quiet == .ignore && notice.kind == "wash_complete")
    #expect(notice.link?.hasPrefix("/laundry/pet?id=") == true && notice.id.hasPrefix("laundry/"))
  }

  // MARK: - Today

  private func glance(_ minutes: Int64) throws -> LaundryGlance? {
    try DayGlance(
      fixture.library, at: Moment(ms: noon + minutes * 60_000, utcOffsetMin: 60), countsAll: false, dailyBytes: nil,
      settings: HealthSettings(),
      folders: []
    ).laundry
  }

  @Test func aDayShowsPetsThatNeedSomething() throws {
    #expect(try glance(0) == nil)
    try add()
    try add("Rex")
    try add("Blue", [.everyDays: 1])
    #expect(try #require(try glance(0)).urgent.isEmpty)
    _ = try laundry().step(.wash, "Snowy")
    let morning = try #require(try glance(20 * 60))
    #expect(morning.count == 3 && morning.urgent.map(\.pet.name) == ["Snowy", "Blue"])
  }
}
