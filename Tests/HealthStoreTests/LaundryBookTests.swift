import GRDB
import HealthModel
import LaundryPet
import Testing

@testable import HealthStore

/// Laundry pets and their tasks in a real file.
@Suite struct LaundryBookTests {
  private let store: StoreFixture
  private let book: LaundryBook
  private let noon = StoreFixture.noon

  init() throws {
    store = try StoreFixture()
    book = LaundryBook(store.library)
  }

  private func later(_ minutes: Int64) -> Moment { StoreFixture.later(minutes * 60_000) }

  @discardableResult
  private func add(_ id: String, _ name: String = "Snowy") throws -> Bool {
    try book.add(Pet(id: id, name: name, createdAtMs: noon.ms), title: "created \(name)", at: noon)
  }

  @discardableResult
  private func step(
    _ event: PetEvent, _ minutes: Int64, of id: String = "p", on taskID: String? = nil
  ) throws -> (state: PetState, isNew: Bool) {
    try book.step(event, of: id, on: taskID, title: "\(event)", at: later(minutes))
  }

  private func stage(_ minutes: Int64, of id: String = "p") throws -> PetStage? {
    try book.state(of: id)?.stage(atMs: later(minutes).ms)
  }

  @Test func aCycleIsInTheTables() throws {
    #expect(try !UsedFeatures(store.library).laundry)
    #expect(try add("p"))
    for (event, minutes) in [(PetEvent.wash, 0), (.dry, 50), (.fold, 120)] as [(PetEvent, Int64)] { try step(event, minutes) }
    #expect(try UsedFeatures(store.library).laundry && book.pets().map(\.name) == ["Snowy"])
    #expect(try store.dump("laundry_pet") == ["p|Snowy|45|60|7|\(noon.ms)|NULL"])
    #expect(
      try store.text(
        "SELECT id, pet, step, cycle, (ends_at_ms - started_at_ms) / 60000, every_days FROM laundry_task ORDER BY started_at_ms")
        == ["p/1/wash/1|p|wash|1|45|NULL", "p/1/dry/1|p|dry|1|60|NULL", "p/1/fold/1|p|fold|1|0|7"])
    #expect(try store.queued() == ["laundry_pet|p", "laundry_task|p/1/wash/1", "laundry_task|p/1/dry/1", "laundry_task|p/1/fold/1"])
    let history = try #require(try book.state(of: "p")).history
    #expect(history.cycles == 1 && history.foldedAtMs == later(120).ms)
  }

  /// L-TIMER-1: a timer is its end in the file, whatever reads it, and whenever.
  @Test func aTimerSurvivesTheProgram() throws {
    try add("p")
    try step(.wash, 0)
    let again = LaundryBook(try Library(at: store.folder.file("hsync.db")))
    let state = try #require(try again.state(of: "p"))
    #expect(state.stage(atMs: later(44).ms) == .washing && state.stage(atMs: later(45).ms) == .washDone)
    #expect(state.stage(atMs: later(10 * 1440).ms) == .washDone)
    #expect(try again.states() == book.states())
  }

  /// L-STATE-1: what isn't possible now is refused, and nothing is written.
  @Test func refusedStepsWriteNothing() throws {
    try add("p")
    let before = try store.dump("laundry_task") + store.queued()
    for event in [PetEvent.dry, .fold, .cancel, .snooze] { #expect(throws: LaundryError.self) { try step(event, 0) } }
    #expect(try store.dump("laundry_task") + store.queued() == before)
    #expect(throws: LaundryError.self) { try step(.wash, 0, of: "q") }
  }

  /// L-BUTTON-1: a press that is sent twice makes one step, and so do two programs that press at once.
  @Test func aPressMakesOneStep() throws {
    try add("p")
    let button = try #require(try book.state(of: "p")?.taskID(for: .wash, atMs: noon.ms))
    #expect(try step(.wash, 0, on: button).isNew)
    #expect(try !step(.wash, 1, on: button).isNew)
    let other = LaundryBook(try Library(at: store.folder.file("hsync.db")))
    let refusal = #expect(throws: LaundryError.self) { try other.step(.wash, of: "p", on: nil, title: "wash", at: later(1)) }
    #expect(refusal?.message == "can't start the wash: the laundry is washing")
    #expect(try store.number("SELECT count(*) FROM laundry_task") == 1)
  }

  @Test func eachChangeIsUndone() throws {
    let empty = try store.dump("laundry_pet")
    try add("p")
    let pet = try store.dump("laundry_pet")
    try step(.wash, 0)
    let washing = try store.dump("laundry_task")
    try step(.cancel, 5)
    _ = try book.edit("p", [.rename("Blue"), .set(.washMinutes, 30)], title: "edited Snowy", at: later(6))
    #expect(try store.text("SELECT name, wash_min FROM laundry_pet") == ["Blue|30"])
    try book.delete("p", title: "deleted Blue", at: later(7))
    #expect(try store.dump("laundry_pet") == empty && store.dump("laundry_task").isEmpty)
    var titles: [String] = []
    for _ in 0..<3 { titles.append(try store.library.undo(at: noon).title) }
    #expect(titles == ["deleted Blue", "edited Snowy", "cancel"])
    #expect(try store.dump("laundry_pet") == pet && store.dump("laundry_task") == washing)
    for _ in 0..<2 { _ = try store.library.undo(at: noon) }
    #expect(try store.dump("laundry_pet") == empty && store.dump("laundry_task").isEmpty)
  }

  /// L-SETTINGS-1: a deletion takes the history with it, and is sent as deletions.
  @Test func aDeletedPetLeavesNothing() throws {
    try add("p")
    try add("p/2", "Blue")
    for id in ["p", "p/2"] { try step(.wash, 0, of: id) }
    try store.run("DELETE FROM outbox")
    try book.delete("p", title: "deleted Snowy", at: noon)
    #expect(try store.text("SELECT id FROM laundry_task") == ["p/2/1/wash/1"])
    #expect(try store.queued() == ["laundry_pet|p", "laundry_task|p/1/wash/1"])
    #expect(throws: StoreError.self) { try book.delete("p", title: "deleted Snowy", at: noon) }
    #expect(try !add("p"), "a form that is sent again doesn't bring it back")
  }

  /// L-RESET-1: all pets and tasks go, those without a pet included, and nothing else of the library.
  @Test func allIsDeletedButTheRest() throws {
    try add("p")
    try step(.wash, 0)
    try store.run("INSERT INTO laundry_task SELECT 'q/1/fold/1', 'q', 'fold', 1, 1, 5, 5, NULL, NULL, 7, NULL")
    try store.meals.log([StoreFixture.meal("m")], at: noon)
    let deleted = try book.deleteAll(title: "deleted all laundry pets", at: noon)
    #expect(deleted.pets == 1 && deleted.tasks == 2)
    #expect(try store.dump("laundry_pet").isEmpty && store.dump("laundry_task").isEmpty && store.dump("meal").count == 1)
    #expect(try book.deleteAll(title: "again", at: noon) == (0, 0))
    #expect(try store.library.undo(at: noon).title == "deleted all laundry pets")
    #expect(try store.dump("laundry_task").count == 2)
  }

  @Test func whatANewerSchemaAddedSurvivesAnEdit() throws {
    try add("p")
    try step(.wash, 0)
    try store.run(#"UPDATE laundry_pet SET extra = '{"color":"blue"}'; UPDATE laundry_task SET extra = '{"rpm":1200}'"#)
    _ = try book.edit("p", [.set(.everyDays, 3)], title: "edited", at: noon)
    try step(.cancel, 1)
    #expect(
      try store.text("SELECT extra FROM laundry_pet UNION ALL SELECT extra FROM laundry_task") == [#"{"color":"blue"}"#, #"{"rpm":1200}"#])
  }

  @Test func aRefusedEditChangesNothing() throws {
    try add("p")
    let before = try store.dump("laundry_pet")
    for edits in [[PetEdit.rename("Blue"), .set(.dryMinutes, 181)], [.rename(" ")], [.set(.everyDays, 0)]] {
      #expect(throws: LaundryError.self) { try book.edit("p", edits, title: "edited", at: noon) }
    }
    #expect(try store.dump("laundry_pet") == before)
  }

  @Test func aShellNeedsOnlyAName() throws {
    try store.shell("INSERT INTO laundry_pet(name) VALUES ('Rex')")
    let pet = try #require(try book.pets().first)
    #expect(pet.name == "Rex" && pet.washMinutes == 45 && pet.dryMinutes == 60 && pet.everyDays == 7 && pet.id.count == 32)
    try store.shell("INSERT INTO laundry_pet(name) VALUES ('  ')", fails: true)
    try store.shell("UPDATE laundry_pet SET wash_min = 121", fails: true)
  }

  /// The bounds of the table are those of the engine.
  @Test(arguments: PetNumber.allCases) func boundsAreTheEngines(number: PetNumber) throws {
    let rule = try #require(NumberRules.of(kind: "laundry_pet", column: number.rawValue))
    #expect(number.range == Int(rule.lowest)...Int(rule.highest))
    let ids = [("cycle", LaundryTaskID.mostCycles), ("attempt", LaundryTaskID.mostAttempts)]
    for (column, most) in ids { #expect(NumberRules.of(kind: "laundry_task", column: column)?.highest == Double(most)) }
  }

  /// All states are those of each pet by itself: what is left out of finished cycles doesn't count.
  @Test func theDashboardIsTheSumOfThePets() throws {
    for id in ["a", "a/1", "b"] { try add(id, "Pet \(id)") }
    for (cycle, id) in ["a", "a/1", "a", "a", "a/1"].enumerated() {
      let start = Int64(cycle) * 1000
      for (event, minutes) in [(PetEvent.wash, 0), (.cancel, 1), (.wash, 2), (.dry, 60), (.fold, 200)] as [(PetEvent, Int64)] {
        try step(event, start + minutes, of: id)
      }
    }
    try step(.wash, 9000, of: "a")
    let states = try book.states()
    #expect(states.map(\.history.cycles) == [3, 2, 0])
    for state in states { #expect(try book.state(of: state.pet.id) == state) }
    // What needs no history is the same without it.
    for (brief, state) in zip(try book.states(hasHistory: false), states) {
      for now in stride(from: Int64(0), through: 12_000, by: 37).map({ later($0).ms }) {
        #expect(brief.stage(atMs: now) == state.stage(atMs: now) && brief.health(atMs: now) == state.health(atMs: now))
        #expect(brief.notices(atMs: now) == state.notices(atMs: now) && brief.cycle == state.cycle)
      }
    }
  }

  @Test func aThousandPetsWithTwentyCyclesAreRead() throws {
    try store.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
        INSERT INTO laundry_pet(id, name, created_at_ms) SELECT 'p' || i, 'Pet ' || i, \(noon.ms) FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20), k(kind, at) AS (VALUES ('wash', 0), ('dry', 50), ('fold', 120))
        INSERT INTO laundry_task(id, pet, step, cycle, attempt, started_at_ms, ends_at_ms, every_days)
        SELECT p.id || '/' || i || '/' || kind || '/1', p.id, kind, i, 1, \(noon.ms) + (i * 1440 + at) * 60000,
          \(noon.ms) + (i * 1440 + at + 45) * 60000, 7 FROM laundry_pet p, n, k;
      """)
    let readings = try book.states().map { PetReading($0, atMs: later(20 * 1440 + 120).ms) }
    #expect(readings.count == 1000 && readings.allSatisfy { $0.history.cycles == 20 && $0.stage == .idle && $0.health.percent == 100 })
  }
}
