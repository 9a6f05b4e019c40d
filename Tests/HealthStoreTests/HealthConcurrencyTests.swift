import Foundation
import GRDB
import HealthModel
import Synchronization
import Testing
import TestSupport

@testable import HealthStore

/// Others write while an import runs.
@Suite struct HealthConcurrencyTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  /// ```
  /// import                        hsync log
  /// BEGIN; 500 rows; COMMIT
  ///                               BEGIN (waits for at most some of the import's transactions)
  /// BEGIN; 500 rows; COMMIT
  ///                               insert; COMMIT
  /// …                             …
  /// ```
  @Test func aMealIsLoggedWhileAnImportRuns() throws {
    let transactions = 120
    let path = store.folder.file("hsync.db")
    let isDone = Mutex(false)
    // For each meal: how many of the import's transactions were there before the attempt and after it.
    let waits = Mutex<[(before: Int64, after: Int64)]>([])
    let problems = Mutex<[String]>([])
    let library = store.library
    let done = DispatchSemaphore(value: 0)
    // Threads of their own: a queue may run one after the other.
    func start(_ body: @escaping @Sendable () throws -> Void) {
      Thread {
        do { try body() } catch { problems.withLock { $0.append("\(error)") } }
        done.signal()
      }.start()
    }
    start {
      defer { isDone.withLock { $0 = true } }
      let session = try ImportSession(
        library, file: "x", origin: .appleHealth, settings: HealthBatches.settings, at: StoreFixture.noon, transactionSize: 500)
      for index in 0..<transactions {
        var batch = index == 0 ? HealthBatches.names : HealthBatch()
        batch.samples = (0..<500).map { HealthBatches.sample(Int64(index * 500 + $0)) }
        try session.write(batch)
      }
      _ = try session.finish(HealthBatches.whole(), at: StoreFixture.noon)
    }
    start {
      let other = try Library(at: path)
      func transactions() throws -> Int64 { try other.read { try Int64.fetchOne($0, sql: "SELECT count(*) / 500 FROM sample") ?? 0 } }
      var number = 0
      while !isDone.withLock({ $0 }) {
        let before = try transactions()
        try MealLog(other).log([StoreFixture.meal("\(number)")], at: StoreFixture.noon)
        let after = try transactions()
        waits.withLock { $0.append((before, after)) }
        number += 1
      }
    }
    for _ in 0..<2 { done.wait() }
    #expect(problems.withLock { $0 } == [])
    #expect(try store.number("SELECT count(*) FROM sample") == Int64(transactions * 500))
    let during = waits.withLock { $0 }.filter { $0.before > 0 && $0.after < transactions }
    #expect(during.count > 3)
    #expect(during.allSatisfy { $0.after - $0.before < 20 })
    #expect(try store.number("SELECT count(*) FROM meal") == Int64(waits.withLock { $0.count }))
  }

  @Test func theLogDoesNotGrowWithTheImport() throws {
    let session = try ImportSession(
      store.library, file: "x", origin: .appleHealth, settings: HealthBatches.settings, at: StoreFixture.noon, transactionSize: 2000)
    var largest = 0
    for index in 0..<40 {
      var batch = index == 0 ? HealthBatches.names : HealthBatch()
      batch.samples = (0..<2000).map { HealthBatches.sample(Int64(index * 2000 + $0), value: Double($0) / 7) }
      try session.write(batch)
      largest = max(largest, try ProjectFiles.bytes(store.folder.file("hsync.db-wal")).count)
    }
    try session.abandon()
    // 1000 pages, after which SQLite copies them into the file and begins anew, and a transaction.
    #expect(largest < 1300 * 4120)
  }
}
