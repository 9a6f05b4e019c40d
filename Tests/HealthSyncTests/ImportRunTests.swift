import Dispatch
import GRDB
import HealthImport
import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing

@testable import HealthSync

/// One export into one library: all of it, or nothing.
@Suite struct ImportRunTests {
  private let folder: TemporaryFolder
  private let library: Library
  /// 2026-03-30 12:00 in Berlin.
  private static let noon = Moment(ms: 1_774_864_800_000, utcOffsetMin: 120)

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(at: folder.file("hsync.db"))
  }

  /// A reader that hands over what it is told to.
  private final class ScriptedReader: HealthReader, Sendable {
    let origin = HealthOrigin.appleHealth
    let name = "export.xml"
    let batches: [HealthBatch]
    let failure: ImportError?
    let isWhole: Bool
    let exportedAtMs: Int64?
    /// Signalled when the reading has ended, however it did.
    let ended = DispatchSemaphore(value: 0)
    /// Waited for before the reading ends, if there is one: an export that comes slowly.
    let gate: DispatchSemaphore?

    init(
      _ batches: [HealthBatch], failure: ImportError? = nil, isWhole: Bool = false, exportedAtMs: Int64? = nil,
      gate: DispatchSemaphore? = nil
    ) {
      self.batches = batches
      self.failure = failure
      self.isWhole = isWhole
      self.exportedAtMs = exportedAtMs
      self.gate = gate
    }

    func read(keepsPart: Bool, deliver: (HealthBatch) throws -> Void) throws -> ReadingReport {
      defer { ended.signal() }
      for batch in batches { try deliver(batch) }
      _ = gate?.wait(timeout: .now() + 60)
      var report = ReadingReport()
      report.records = batches.reduce(0) { $0 + $1.samples.count }
      report.isWhole = isWhole
      report.exportedAtMs = exportedAtMs
      if let failure {
        guard keepsPart else { throw failure }
        report.endedEarly = failure.message
      }
      return report
    }
  }

  /// So many batches of so many steps each, one after the other from 2026-03-23 00:00 in Berlin on.
  private static func batches(_ count: Int, of size: Int = 10) -> [HealthBatch] {
    (0..<count).map { n in
      var batch = HealthBatch()
      if n == 0 {
        batch.newTypes = ["step_count"]
        batch.newSources = [HealthSource(name: "My Watch", kind: .watch, origin: .appleHealth)]
        batch.newUnits = [SampleUnit(name: "count", stored: "count")]
        batch.zoneVotes = ["Europe/Berlin": 1]
      }
      batch.samples = (0..<size).map { k in
        Sample(
          type: 0, source: 0, unit: 0, startMs: 1_774_220_400_000 + Int64(n * size + k) * 60_000, durationMs: 60_000, value: 100)
      }
      batch.bytesRead = Int64(n + 1) * 1000
      batch.bytesTotal = Int64(count) * 1000
      return batch
    }
  }

  private func run(
    options: ImportRun.Options = ImportRun.Options(), isInterrupted: @escaping @Sendable () -> Bool = { false },
    progress: @escaping (ImportRun.Progress) -> Void = { _ in }
  ) -> ImportRun {
    ImportRun(
      library, settings: HealthSettings(), options: options, now: { ImportRunTests.noon }, isInterrupted: isInterrupted, progress: progress)
  }

  private func number(_ sql: String) throws -> Int? { try library.database.read { try Int.fetchOne($0, sql: sql) } }

  private func expectNothing(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for table in ["sample", "health_import", "day_summary", "outbox"] {
      #expect(try number("SELECT count(*) FROM \(table)") == 0, "\(table)", sourceLocation: sourceLocation)
    }
  }

  @Test func allThatIsReadIsThereAfterwards() throws {
    let outcome = try run().run { ScriptedReader(ImportRunTests.batches(30)) }.outcome
    #expect(outcome.records == 300)
    #expect(outcome.added == 300)
    #expect(outcome.daysChanged == [Day("2026-03-23")])
    #expect(try number("SELECT count(*) FROM sample") == 300)
    #expect(try number("SELECT steps FROM day_summary") == 30_000)
    #expect(try number("SELECT count(*) FROM outbox") == 1)
  }

  @Test func progressGrowsToTheEnd() throws {
    let shown = Mutex<[ImportRun.Progress]>([])
    _ = try run(progress: { progress in shown.withLock { $0.append(progress) } }).run { ScriptedReader(ImportRunTests.batches(20)) }
    let steps = shown.withLock { $0 }
    #expect(steps.map(\.bytesRead) == Array(stride(from: 1000, through: 20_000, by: 1000)))
    #expect(steps.last?.samples == 200)
    #expect(steps.allSatisfy { $0.bytesTotal == 20_000 })
  }

  @Test func aFileThatBreaksLeavesNothing() throws {
    let broken = ImportError(.cutOff, "export.xml ends in the middle")
    #expect(throws: broken) { _ = try run().run { ScriptedReader(ImportRunTests.batches(30), failure: broken) } }
    try expectNothing()
  }

  @Test func unlessAPartIsWanted() throws {
    var options = ImportRun.Options()
    options.keepsPart = true
    let broken = ImportError(.cutOff, "export.xml ends in the middle")
    let outcome = try run(options: options).run { ScriptedReader(ImportRunTests.batches(30), failure: broken) }.outcome
    #expect(outcome.added == 300)
  }

  @Test func whatDoesNotOpenLeavesNothing() throws {
    let missing = ImportError(.notFound, "no export.xml")
    #expect(throws: missing) { _ = try run().run { throw missing } }
    try expectNothing()
    #expect(throws: ImportError.self) { _ = try run().run { nil } }
  }

  /// Stopped with batches on their way: the reading thread is let go, and the library is as it was.
  @Test(arguments: [1, 5, 40])
  func stoppingLeavesNothing(after seen: Int) throws {
    let reader = ScriptedReader(ImportRunTests.batches(200))
    let batches = Mutex(0)
    #expect(throws: CancellationError.self) {
      _ = try run(isInterrupted: { batches.withLock { $0 >= seen } }, progress: { _ in batches.withLock { $0 += 1 } }).run { reader }
    }
    #expect(reader.ended.wait(timeout: .now() + 60) == .success, "the reading thread has ended")
    try expectNothing()
  }

  /// Nothing comes from a pipe, and nobody waits for it.
  @Test func stoppingDoesNotWaitForASlowFile() throws {
    let gate = DispatchSemaphore(value: 0)
    let reader = ScriptedReader(ImportRunTests.batches(3), gate: gate)
    let batches = Mutex(0)
    #expect(throws: CancellationError.self) {
      _ = try run(isInterrupted: { batches.withLock { $0 == 3 } }, progress: { _ in batches.withLock { $0 += 1 } }).run { reader }
    }
    try expectNothing()
    gate.signal()
    #expect(reader.ended.wait(timeout: .now() + 60) == .success)
  }

  @Test func aDryRunCountsAndLeavesNothing() throws {
    var options = ImportRun.Options()
    options.isDryRun = true
    let outcome = try run(options: options).run { ScriptedReader(ImportRunTests.batches(30)) }.outcome
    #expect(outcome.added == 300)
    #expect(outcome.daysChanged == [Day("2026-03-23")])
    try expectNothing()
  }

  @Test func oneAtATime() throws {
    let inner = Mutex<ErrorKind?>(nil)
    let other = run()
    _ = try run(progress: { _ in
      do {
        _ = try other.run { ScriptedReader(ImportRunTests.batches(1)) }
      } catch {
        inner.withLock { $0 = (error as? any UserFacingError)?.kind }
      }
    }).run { ScriptedReader(ImportRunTests.batches(2)) }
    #expect(inner.withLock { $0 } == .tryAgain)
    #expect(try number("SELECT count(*) FROM sample") == 20)
    #expect(try run().run { ScriptedReader(ImportRunTests.batches(2)) }.outcome.added == 0, "and afterwards the next may")
  }

  /// An older export doesn't delete records that only a newer one has: they weren't measured yet.
  @Test func anOlderExportAfterANewerOneDeletesNothing() throws {
    var options = ImportRun.Options()
    options.appliesDeletions = true
    func whole(_ count: Int, exportedAtMs: Int64) throws -> ImportOutcome {
      try run(options: options).run {
        ScriptedReader(ImportRunTests.batches(count), isWhole: true, exportedAtMs: exportedAtMs)
      }.outcome
    }
    _ = try whole(30, exportedAtMs: 2000)
    let older = try whole(20, exportedAtMs: 1000)
    #expect(older.vanished.isEmpty && older.removed == 0)
    #expect(try whole(30, exportedAtMs: 2000).removed == 0)
    #expect(try number("SELECT count(*) FROM sample") == 300)
    #expect(try whole(20, exportedAtMs: 3000).removed == 100, "a newer one does tell")
  }

  /// The second look at a whole export, for what vanished, happens when there is something to compare with.
  @Test func aWholeExportIsReadTwiceFromTheSecondOn() throws {
    let opened = Mutex(0)
    func whole(_ count: Int, options: ImportRun.Options = ImportRun.Options()) throws -> ImportOutcome {
      try run(options: options).run {
        opened.withLock { $0 += 1 }
        return ScriptedReader(ImportRunTests.batches(count), isWhole: true)
      }.outcome
    }
    #expect(try whole(30).vanished.isEmpty)
    let first = opened.withLock { $0 }
    let told = try whole(20)
    #expect(opened.withLock { $0 } - first == 2)
    #expect(told.vanished.reduce(0) { $0 + $1.count } == 100)
    #expect(told.removed == 0, "only when it is asked for")
    #expect(try number("SELECT count(*) FROM sample") == 300)
  }

  @Test func whatCanNotBeOpenedTwiceIsImportedAllTheSame() throws {
    for _ in 0..<2 {
      let opened = Mutex(0)
      let outcome = try run().run {
        opened.withLock { $0 += 1 }
        return opened.withLock { $0 } == 1 ? ScriptedReader(ImportRunTests.batches(3), isWhole: true) : nil
      }.outcome
      #expect(outcome.records == 30)
      #expect(outcome.vanished.isEmpty)
    }
  }
}
