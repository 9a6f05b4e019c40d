import Foundation
import GRDB
import HealthImport
import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing

@testable import HealthSync

/// However an import ends, its reading thread has ended before it.
@Suite struct ImportEndingTests {
  private let folder: TemporaryFolder
  private let library: Library
  private let stop = ReadingStop()

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(at: folder.file("hsync.db"))
  }

  /// A reader that tells when it has ended.
  private final class WatchedReader: HealthReader {
    private let inner: any HealthReader
    private let hasEnded: @Sendable () -> Void

    init(_ inner: any HealthReader, hasEnded: @escaping @Sendable () -> Void) {
      self.inner = inner
      self.hasEnded = hasEnded
    }

    var origin: HealthOrigin { inner.origin }
    var name: String { inner.name }

    func read(keepsPart: Bool, deliver: (HealthBatch) throws -> Void) throws -> ReadingReport {
      defer { hasEnded() }
      return try inner.read(keepsPart: keepsPart, deliver: deliver)
    }
  }

  /// A named pipe that stays open: its reader never comes to an end.
  private final class EndlessPipe: Sendable {
    let path: String
    private let descriptor: Int32
    private let feed = Feed()

    private final class Feed: Sendable {
      let isOver = Atomic(false)
      let hasEnded = DispatchSemaphore(value: 0)
    }

    /// Holds the beginning of an export of so many steps, which go in as they are read.
    init(in folder: TemporaryFolder, steps: Int) throws {
      path = folder.file("pipe.xml")
      try #require(mkfifo(path, 0o600) == 0)
      descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      try #require(descriptor >= 0)
      var text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_GB\">\n <ExportDate value=\"2026-04-01 12:00:00 +0000\"/>\n"
      for n in 0..<steps {
        let (hour, minute, second) = (n / 3600 % 24, n / 60 % 60, n % 60)
        let day = String(format: "2026-01-%02d", 1 + n / 86_400)
        let time = String(format: "\(day) %02d:%02d:%02d +0000", hour, minute, second)
        text += #" <Record type="HKQuantityTypeIdentifierStepCount" sourceName="My Watch" unit="count""#
        text += #" startDate="\#(time)" endDate="\#(time)" value="8"/>"# + "\n"
      }
      let (bytes, descriptor, feed) = (Array(text.utf8), descriptor, feed)
      Thread {
        var rest = bytes[...]
        while !rest.isEmpty, !feed.isOver.load(ordering: .relaxed) {
          var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          guard poll(&room, 1, 100) == 1 else { continue }
          rest = rest.dropFirst(max(0, rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }))
        }
        feed.hasEnded.signal()
      }.start()
    }

    deinit {
      feed.isOver.store(true, ordering: .relaxed)
      feed.hasEnded.wait()
      close(descriptor)
    }
  }

  /// Runs an import of a pipe to its end, which is an error: that, and whether the reading had begun and had ended then.
  private func ending(
    of path: String, isInterrupted: @escaping @Sendable () -> Bool, progress: @escaping (ImportRun.Progress) -> Void = { _ in }
  ) -> (error: (any Error)?, isOpened: Bool, hasEnded: Bool) {
    let hasEnded = Mutex(false)
    let isOpened = Mutex(false)
    let run = ImportRun(
      library, settings: HealthSettings(), now: { Moment(ms: 1_774_864_800_000, utcOffsetMin: 120) }, isInterrupted: isInterrupted,
      progress: progress, stop: stop)
    let temporary = folder.path
    var failure: (any Error)?
    do {
      _ = try run.run { [stop] in
        // Opening ends like reading.
        defer { hasEnded.withLock { $0 = true } }
        let reader = try HealthFile.open(path, temporaryFolder: temporary, stop: stop)
        isOpened.withLock { $0 = true }
        return WatchedReader(reader) { hasEnded.withLock { $0 = true } }
      }
    } catch {
      failure = error
    }
    return (failure, isOpened.withLock { $0 }, hasEnded.withLock { $0 })
  }

  private func expectNothing() throws {
    for table in ["sample", "health_import"] {
      #expect(try library.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") } == 0, "\(table)")
    }
  }

  /// Nobody ever opens its other end.
  @Test func stoppedWhileAPipeIsOpened() throws {
    let pipe = folder.file("nobody.xml")
    try #require(mkfifo(pipe, 0o600) == 0)
    let ended = ending(of: pipe, isInterrupted: { true })
    #expect(ended.error is CancellationError)
    #expect(!ended.isOpened && ended.hasEnded)
    try expectNothing()
  }

  @Test func stoppedWhileAPipeIsRead() throws {
    let pipe = try EndlessPipe(in: folder, steps: 20_000)
    let isSome = Mutex(false)
    let ended = ending(of: pipe.path, isInterrupted: { isSome.withLock { $0 } }, progress: { _ in isSome.withLock { $0 = true } })
    #expect(ended.error is CancellationError)
    #expect(ended.isOpened && ended.hasEnded)
    try expectNothing()
  }

  /// The library takes no more, and the pipe brings nothing more.
  @Test func theLibraryFailsWhileAPipeIsRead() throws {
    let pipe = try EndlessPipe(in: folder, steps: 60_000)
    let isSome = Mutex(false)
    let library = library
    let ended = ending(
      of: pipe.path, isInterrupted: { false },
      progress: { _ in
        guard !isSome.withLock({ $0 }) else { return }
        isSome.withLock { $0 = true }
        _ = try? library.database.writeWithoutTransaction { db in
          let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
          try db.execute(sql: "PRAGMA max_page_count = \(pages + 1)")
        }
      })
    #expect((ended.error as? StoreError)?.code == .diskFull, "\(String(describing: ended.error))")
    #expect(ended.isOpened && ended.hasEnded)
  }

  @Test func aPipeThatSomebodyOpensLaterIsReadToItsEnd() throws {
    let pipe = folder.file("later.xml")
    try #require(mkfifo(pipe, 0o600) == 0)
    let bytes = try ProjectFiles.bytes(ProjectFiles.root + "/samples/health/auto-export.json")
    Thread {
      // Waits for the other end, which waits for this one.
      let file = FileHandle(forWritingAtPath: pipe)
      try? file?.write(contentsOf: Data(bytes))
      try? file?.close()
    }.start()
    let ended = ending(of: pipe, isInterrupted: { false })
    #expect(ended.error == nil)
    #expect(ended.isOpened && ended.hasEnded)
    #expect(try library.read { db in try Bool.fetchOne(db, sql: "SELECT count(*) > 0 FROM sample") } == true)
  }
}
