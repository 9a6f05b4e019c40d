import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// Others' edits are noticed; our own writes, and writes that are no edits, are not.
@Suite struct LibraryPulseTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  @Test func anEditOfTheShellIsNoticedOnce() throws {
    var pulse = try LibraryPulse(store.library)
    #expect(try !pulse.hasEdits())
    try store.shell("INSERT INTO meal(name) VALUES ('Apple')")
    #expect(try pulse.hasEdits())
    #expect(try !pulse.hasEdits())
    try store.shell("DELETE FROM meal")
    #expect(try pulse.hasEdits())
  }

  @Test func ourOwnWritesAreNot() throws {
    var pulse = try LibraryPulse(store.library)
    try store.meals.log([StoreFixture.meal("a")], at: StoreFixture.noon)
    #expect(try !pulse.hasEdits())
  }

  /// Two observers of one library must not wake each other for ever.
  @Test func anotherSyncIsNot() throws {
    let other = try Library(at: store.folder.file("hsync.db"))
    try store.meals.log([StoreFixture.meal("a")], at: StoreFixture.noon)
    var pulse = try LibraryPulse(store.library)
    _ = try OutboxQueue(other).beginRun(reason: "timer", atMs: 1)
    #expect(try !pulse.hasEdits())
    try store.shell("UPDATE meal SET name = 'Soup'")
    let queue = OutboxQueue(other)
    let batch = try queue.batch(maxBytes: .max, maxRecords: 9, size: { _ in 1 })
    _ = try queue.settle(batch.records, push: 1, outcome: SyncOutcome(), backendState: "{}", atMs: 2)
    // The edit was synced before we looked.
    #expect(try !pulse.hasEdits())
  }
}
