import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// Edits that lost: seen, restored, forgotten.
@Suite struct ConflictLogTests {
  private let store: StoreFixture
  private let log: ConflictLog
  private let noon = StoreFixture.noon

  init() throws {
    store = try StoreFixture()
    log = ConflictLog(store.library)
  }

  /// Edits "a" here, or deletes it, and lets a newer version from elsewhere win; `nil` = a deletion.
  private func lose(_ mine: String?, to theirs: String?) throws {
    try store.meals.log([StoreFixture.meal("a", mine ?? "Porridge")], at: noon)
    if mine == nil { try store.meals.delete([StoreFixture.meal("a")], at: noon) }
    let json = try store.library.read { try SyncedTable.meal.json(of: "a", in: $0) }
    let other = (json ?? StoreFixture.meal("a", "x").recordText).replacing("\"\(mine ?? "x")\"", with: "\"\(theirs ?? "")\"")
    let hlc = try store.number("SELECT hlc + 65536 FROM sync_state")
    let winner = SyncRecord(kind: "meal", id: "a", hlc: hlc, dev: "77aa", content: theirs == nil ? .deleted : .put(other))
    _ = try OutboxQueue(store.library).apply([winner], cursor: "c", snapshot: .none, backendState: "{}", atMs: noon.ms + 9)
  }

  private func name() throws -> [String] { try store.text("SELECT name FROM meal") }

  @Test func whatLostIsKeptBesideWhatWon() throws {
    try lose("Mine", to: "Theirs")
    let entry = try #require(try log.entries().first)
    #expect(entry.lost?.contains("Mine") == true && entry.now?.contains("Theirs") == true && !entry.isRestored)
    #expect(entry.wonDevice == "77aa" && entry.atMs == noon.ms + 9 && entry.wonHLC > 0)
    #expect(try log.entry(entry.number) == entry)
  }

  @Test func restoringIsANewEditThatCanBeUndone() throws {
    try lose("Mine", to: "Theirs")
    let entry = try #require(try log.entries().first)
    try log.restore([entry], title: "restored it", at: noon)
    #expect(try name() == ["Mine"])
    #expect(try store.queued() == ["meal|a"])
    #expect(try store.number("SELECT hlc FROM outbox") > entry.wonHLC)
    #expect(try log.entries().map(\.isRestored) == [true])
    #expect(try store.library.undo(at: noon).title == "restored it")
    #expect(try name() == ["Theirs"])
    #expect(try log.entries().map(\.isRestored) == [false])
  }

  @Test func aLostDeletionDeletesAgain() throws {
    try lose(nil, to: "Theirs")
    let entry = try #require(try log.entries().first)
    #expect(entry.lost == nil)
    try log.restore([entry], title: "restored it", at: noon)
    #expect(try name() == [])
    _ = try store.library.undo(at: noon)
    #expect(try name() == ["Theirs"])
  }

  @Test func whatLostToADeletionComesBack() throws {
    try lose("Mine", to: nil)
    let entry = try #require(try log.entries().first)
    #expect(entry.now == nil)
    try log.restore([entry], title: "restored it", at: noon)
    #expect(try name() == ["Mine"])
  }

  @Test func aRecordOfAnUnknownKindIsLeftAlone() throws {
    try store.run("INSERT INTO conflict(kind, id, lost_json, won_hlc, won_dev, at) VALUES ('mood', 'm', '{}', 1, '77aa', 1)")
    let error = #expect(throws: StoreError.self) { try log.restore(log.entries(), title: "x", at: noon) }
    #expect(error?.kind == .no)
  }

  @Test func forgettingIsAllOrNone() throws {
    try lose("Mine", to: "Theirs")
    let number = try #require(try log.entries().first?.number)
    let error = #expect(throws: StoreError.self) { _ = try log.forget([number, 99]) }
    #expect(error?.kind == .no)
    #expect(try log.entries().count == 1)
    #expect(try log.forget([number]) == 1)
    #expect(try log.forget(nil) == 0)
  }
}

extension Meal {
  /// The record's JSON, without the id.
  fileprivate var recordText: String {
    JSON.members((json.members ?? []).filter { $0.key != "id" }).text
  }
}
