import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

@Suite struct UndoTests {
  private let store: StoreFixture
  private let noon = StoreFixture.noon
  private let fixtures = [StoreFixture.meal("a", "Porridge"), StoreFixture.meal("b", "Apple")]

  init() throws { store = try StoreFixture() }

  private func refusal(at now: Moment) throws -> StoreError {
    try #require(#expect(throws: StoreError.self) { _ = try store.library.undo(at: now) })
  }

  @Test func thereMayBeNothingToUndo() throws {
    let refused = try refusal(at: noon)
    #expect(refused.kind == .no)
    #expect(refused.message == "nothing to undo today")
  }

  @Test func changesAreTakenBackOneAfterTheOther() throws {
    var states: [[String]] = [try store.dump("meal")]
    func done() throws { states.append(try store.dump("meal")) }
    try store.meals.log(fixtures, at: noon)
    try done()
    var edited = fixtures[0]
    edited.name = "Granola"
    edited.nutrition = Nutrition(energyKcal: 400)
    try store.meals.update(edited, at: StoreFixture.later(1))
    try done()
    try store.meals.delete([edited], at: StoreFixture.later(2))
    try done()
    try store.meals.log([StoreFixture.meal("c", "Tea")], at: StoreFixture.later(3))

    for (title, count) in [("logged Tea", 1), ("deleted Granola", 1), ("edited Granola", 1), ("logged 2 meals", 2)] {
      let undone = try store.library.undo(at: StoreFixture.later(10))
      #expect(undone.title == title)
      #expect(undone.count == count)
      #expect(try store.dump("meal") == states.removeLast(), "\(title)")
    }
    #expect(states.isEmpty)
    #expect(try refusal(at: noon).kind == .no)
    #expect(try store.dump("change") + store.dump("change_row") == [])
  }

  @Test func anUndoneChangeIsSyncedAsAnEditIs() throws {
    try store.meals.log(fixtures, at: noon)
    try store.meals.delete([fixtures[0]], at: noon)
    try store.run("DELETE FROM outbox")
    _ = try store.library.undo(at: noon)
    #expect(try store.queued() == ["meal|a"])
    _ = try store.library.undo(at: noon)
    #expect(try store.queued() == ["meal|a", "meal|b"] && store.dump("meal") == [])
  }

  @Test func onlyTheSameLocalDayCanBeUndone() throws {
    try store.meals.log([fixtures[0]], at: noon)
    #expect(try refusal(at: StoreFixture.later(86_400_000)).kind == .no)
    #expect(try store.library.undo(at: StoreFixture.later(11 * 3_600_000)).title == "logged Porridge")
  }

  @Test func yesterdaysChangesAreForgotten() throws {
    try store.meals.log([fixtures[0]], at: noon)
    try store.meals.log([fixtures[1]], at: StoreFixture.later(86_400_000))
    #expect(try store.text("SELECT title FROM change") == ["logged Apple"])
    #expect(try store.text("SELECT id FROM change_row") == ["b"])
  }

  @Test(arguments: [
    "UPDATE meal SET name = 'Soup' WHERE id = 'b'", "DELETE FROM meal WHERE id = 'b'", "UPDATE meal SET extra = '{\"x\":1}' WHERE id = 'b'",
    "UPDATE meal SET id = 'z' WHERE id = 'b'",
    "UPDATE sync_state SET applying = 1; UPDATE meal SET name = 'Soup' WHERE id = 'b'; UPDATE sync_state SET applying = 0",
  ])
  func whatSomethingElseChangedSinceIsNotUndone(sql: String) throws {
    try store.meals.log(fixtures, at: noon)
    try store.shell(sql)
    let before = try store.dump("meal") + store.dump("outbox") + store.dump("change_row")
    let refused = try refusal(at: noon)
    #expect(refused.kind == .no)
    #expect(refused.message.hasPrefix("can't undo the last change"))
    #expect(try store.dump("meal") + store.dump("outbox") + store.dump("change_row") == before)
  }

  @Test func aDeletedEntryThatCameBackIsNotOverwritten() throws {
    try store.meals.log([fixtures[0]], at: noon)
    try store.meals.delete([fixtures[0]], at: noon)
    try store.shell("INSERT INTO meal(id, name) VALUES ('a', 'Soup')")
    #expect(try refusal(at: noon).kind == .no)
    #expect(try store.text("SELECT name FROM meal") == ["Soup"])
  }

  @Test func unknownFieldsOfADeletedEntryComeBack() throws {
    try store.meals.log([fixtures[0]], at: noon)
    try store.shell(#"UPDATE meal SET extra = '{"mood":null,"amount":{"pieces":2}}'"#)
    let before = try store.dump("meal")
    try store.meals.delete([fixtures[0]], at: noon)
    _ = try store.library.undo(at: noon)
    #expect(try store.dump("meal") == before)
  }
}
