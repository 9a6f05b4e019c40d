import Dispatch
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// The tables that stay on this computer.
@Suite struct LocalTablesTests {
  private let store: StoreFixture
  private let bar: GTIN

  init() throws {
    store = try StoreFixture()
    bar = try #require(GTIN(number: 9_520_000_000_004))
  }

  @Test func theLastAnswerIsKept() throws {
    let cache = ProductCache(store.library)
    #expect(try cache.answer(for: bar) == nil)
    try cache.store(RememberedAnswer(found: false, body: "{}", fetchedAtMs: 1), for: bar)
    let found = RememberedAnswer(found: true, body: #"{"product":{"name":"Bar"}}"#, fetchedAtMs: 2)
    try cache.store(found, for: bar)
    #expect(try cache.answer(for: bar) == found)
    #expect(try cache.answer(for: #require(GTIN(number: 1))) == nil)
  }

  @Test func pendingLookupsAreListedOldestFirstAndOnce() throws {
    let pending = PendingLookups(store.library)
    let other = try #require(GTIN(number: 96_385_074))
    try pending.add(bar, text: "9520000000004", reason: "offline", atMs: 5)
    try pending.add(other, text: "96385074", reason: "offline", atMs: 6)
    try pending.add(bar, text: "9520000000004", reason: "the limit is reached", atMs: 7)
    #expect(
      try pending.list() == [
        PendingLookup(gtin: other, text: "96385074", reason: "offline", atMs: 6),
        PendingLookup(gtin: bar, text: "9520000000004", reason: "the limit is reached", atMs: 7),
      ])
    try pending.remove(other)
    try pending.remove(other)
    #expect(try pending.list().map(\.gtin) == [bar])
  }

  @Test func aNoteIsUpdatedInOneGo() throws {
    let notebook = Notebook(store.library)
    #expect(try notebook.update("n") { ($0 ?? "first", $0) } == nil)
    #expect(try notebook.update("n") { ("second", $0) } == "first")
    #expect(try notebook.update("other") { (nil, $0) } == nil)
    #expect(try notebook.update("n") { (nil, $0) } == "second")
    #expect(try store.dump("notebook") == [])
  }

  @Test func aNoteStaysWhenItsUpdateThrows() throws {
    struct Stop: Error, Equatable {}
    let notebook = Notebook(store.library)
    try notebook.update("n") { _ in ("kept", ()) }
    #expect(throws: Stop()) { try notebook.update("n") { _ -> (String?, Int) in throw Stop() } }
    #expect(try notebook.update("n") { ($0, $0) } == "kept")
  }

  @Test func processesNeverLoseEachOthersUpdates() throws {
    let path = store.folder.file("hsync.db")
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      guard let library = try? Library(at: path) else { return }
      for _ in 0..<25 { _ = try? Notebook(library).update("count") { ("\((Int($0 ?? "") ?? 0) + 1)", ()) } }
    }
    #expect(try store.dump("notebook") == ["count|100"])
  }

  @Test func nothingOfItIsSynced() throws {
    try ProductCache(store.library).store(RememberedAnswer(found: false, body: "{}", fetchedAtMs: 1), for: bar)
    try PendingLookups(store.library).add(bar, text: "x", reason: "offline", atMs: 5)
    try Notebook(store.library).update("n") { _ in ("x", ()) }
    #expect(try store.queued() == [])
  }
}
