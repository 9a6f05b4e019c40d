import Foundation
import HealthDesk
import HealthModel
import LaundryPet
import TestSupport
import Testing

/// The user's command for events of laundry pets.
@Suite struct LaundryHookTests {
  private let fixture: DeskFixture

  init() throws { fixture = try DeskFixture() }

  private func washed() throws -> LaundryEvent {
    let desk = LaundryDesk(fixture.library, at: DeskFixture.noon)
    _ = try desk.add(PetDraft(name: "Snowy"))
    return LaundryEvent(.step(.wash), try desk.step(.wash, "Snowy").pet, atMs: DeskFixture.noon.ms)
  }

  @Test func itGetsTheEventAsALine() throws {
    let (file, event) = (fixture.folder.file("event"), try washed())
    LaundryHook(command: "cat >'\(file).part'; mv '\(file).part' '\(file)'").run(event)
    #expect(comesTrue { FileManager.default.fileExists(atPath: file) })
    let json = try JSON(parsing: ProjectFiles.bytes(file))
    #expect(json == event.json && json.members?.map(\.key) == ["event", "at_ms", "pet"])
    #expect(json["event"].string == "wash" && json["pet"]["state"].string == "washing")
  }

  /// A command that never ends, one that fails, and one that isn't there.
  @Test(arguments: ["sleep 60", "exit 3", "/no/such/program", "cat >/dev/null; sleep 60 & wait"])
  func nothingWaitsForIt(command: String) throws {
    let event = try washed()
    let start = ContinuousClock.now
    LaundryHook(command: command).run(event)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test(arguments: [nil, "", " \n"] as [String?])
  func withoutACommandNothingRuns(command: String?) throws { LaundryHook(command: command).run(try washed()) }

  @Test func signalsHaveNames() {
    #expect(LaundrySignal.names == ["wash", "dry", "fold", "cancel", "snooze", "end"])
    for name in LaundrySignal.names { #expect(LaundrySignal(name: name)?.name == name) }
    #expect(LaundrySignal(name: "iron") == nil)
  }

  @Test func aMachineThatIsDoneEndsTheTimer() throws {
    _ = try washed()
    let later = LaundryDesk(fixture.library, at: Moment(ms: DeskFixture.noon.ms + 600_000, utcOffsetMin: 60))
    #expect(try later.signal(.end, "Snowy").pet.stage == .washDone)
    #expect(throws: LaundryError.self) { try later.signal(.end, "Snowy") }
    #expect(try later.signal(.step(.dry), "Snowy").pet.stage == .drying)
    #expect(try fixture.library.undo(at: later.now).title == "started the dryer of Snowy")
    #expect(try fixture.library.undo(at: later.now).title == "ended the timer of Snowy")
    #expect(try later.pet("Snowy").stage == .washing)
  }
}
