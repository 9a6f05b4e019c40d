import BulkSQL
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import HealthStore

/// Many tasks of one process use a library at a time.
@Suite struct SharedLibraryTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("hsync.db")
  }

  /// Waits a minute at most: whether it was signalled.
  private static func isOpen(_ gate: DispatchSemaphore) -> Bool { gate.wait(timeout: .now() + 60) == .success }

  private static func meals(_ library: Library) throws -> Int {
    try library.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM meal") ?? -1 }
  }

  private static func addMeal(_ library: Library) throws {
    try library.write { db in try db.execute(sql: "INSERT INTO meal(name) VALUES ('Apple')") }
  }

  /// ```
  /// three reads           write
  /// begin, all at once
  ///                       begins when all three are in; is on the disk
  /// end
  /// ```
  @Test func readsGoOnBesideEachOtherAndAWrite() async throws {
    let shared = try await SharedLibrary(at: path, readers: 3)
    let (begun, written) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let seen = try await withThrowingTaskGroup(of: [Int].self) { group -> [[Int]] in
      for _ in 0..<3 {
        group.addTask {
          try await shared.read { library in
            let before = try Self.meals(library)
            begun.signal()
            #expect(Self.isOpen(written))
            return try [before, Self.meals(library)]
          }
        }
      }
      group.addTask {
        try await shared.write { library in
          for _ in 0..<3 { #expect(Self.isOpen(begun)) }
          try Self.addMeal(library)
          for _ in 0..<3 { written.signal() }
          return try [Self.meals(library)]
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(seen.filter { $0 == [0, 0] }.count == 3, "each as of one moment")
    #expect(seen.contains([1]))
    #expect(try await shared.read(Self.meals) == 1)
  }

  /// More of them than there are threads anywhere, all of which wait for a task that comes last.
  @Test func whatWaitsTakesNoThreadOfThePool() async throws {
    let shared = try await SharedLibrary(at: path, readers: 2)
    let gate = DispatchSemaphore(value: 0)
    let opened = try await withThrowingTaskGroup(of: Bool.self) { group -> Int in
      for n in 0..<200 {
        group.addTask {
          n % 4 == 0 ? try await shared.write { _ in Self.isOpen(gate) } : try await shared.read { _ in Self.isOpen(gate) }
        }
      }
      group.addTask {
        for _ in 0..<200 { gate.signal() }
        return true
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(opened == 201)
  }

  @Test func longWorkKeepsNobodyWaiting() async throws {
    let shared = try await SharedLibrary(at: path, readers: 1)
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    async let long = shared.run { library in
      begun.signal()
      #expect(Self.isOpen(gate))
      return try Self.meals(library)
    }
    try await shared.write { library in
      #expect(Self.isOpen(begun))
      try Self.addMeal(library)
    }
    #expect(try await shared.read(Self.meals) == 1)
    gate.signal()
    #expect(try await long == 1)
  }

  @Test func whatIsCancelledBeforeItBeginsIsNotBegun() async throws {
    let shared = try await SharedLibrary(at: path, readers: 1)
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = Task {
      try await shared.read { _ in
        begun.signal()
        return Self.isOpen(gate)
      }
    }
    try await shared.write { _ in #expect(Self.isOpen(begun)) }
    let isBegun = Mutex(false)
    let second = Task { try await shared.read { _ in isBegun.withLock { $0 = true } } }
    let third = Task { try await shared.read(Self.meals) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    // Cancelling doesn't interrupt a call that has begun.
    first.cancel()
    gate.signal()
    #expect(try await first.value)
    #expect(try await third.value == 0)
    #expect(!isBegun.withLock { $0 })
  }

  @Test func theWorksOwnErrorsComeThrough() async throws {
    struct Sad: Error {}
    let shared = try await SharedLibrary(at: path, readers: 1)
    await #expect(throws: Sad.self) { try await shared.read { _ in throw Sad() } }
    await #expect(throws: Sad.self) { try await shared.write { _ in throw Sad() } }
    let refused = await #expect(throws: StoreError.self) {
      try await shared.read { try $0.read { db in try db.execute(sql: "DELETE FROM meal") } }
    }
    #expect(refused?.kind == .noPermission, "reads only read")
  }

  @Test func whatIsWrittenIsDurable() async throws {
    let shared = try await SharedLibrary(at: path, readers: 2)
    let settings = try await shared.write { library in
      try library.readWhereWritten { db in
        try ["journal_mode", "synchronous", "foreign_keys"].map { try String.fetchOne(db, sql: "SELECT \($0) FROM pragma_\($0)") ?? "" }
      }
    }
    #expect(settings == ["wal", "2", "1"])
    #expect(try await shared.read { library in try library.read { try Int.fetchOne($0, sql: "PRAGMA cell_size_check") } } == 1)
  }

  @Test func anotherProgramsDatabaseIsRefusedUntouched() async throws {
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE mine(x)") }
    let before = try ProjectFiles.bytes(path)
    let error = await #expect(throws: StoreError.self) { _ = try await SharedLibrary(at: path) }
    #expect(error?.code == .notALibrary)
    #expect(try ProjectFiles.bytes(path) == before)
  }

  /// The pulse doesn't report this process's own writes, on whichever connection it is read.
  @Test func thePulseIsThatOfOthers() async throws {
    let shared = try await SharedLibrary(at: path, readers: 2)
    let other = try Library(at: path)
    let edits = try await shared.run { library in
      var pulse = try LibraryPulse(library)
      var edits = [try pulse.hasEdits()]
      try Self.addMeal(library)
      edits.append(try pulse.hasEdits())
      try Self.addMeal(other)
      edits.append(try pulse.hasEdits())
      return edits + [try pulse.hasEdits()]
    }
    #expect(edits == [false, false, true, false])
  }

  // MARK: - Locked by another process

  /// Another process that has begun to write, and does so until its input ends.
  private final class LockingProcess {
    private let process = Process()
    private let input = Pipe()

    init(_ path: String) throws {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["sqlite3", path]
      let output = Pipe()
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data("BEGIN IMMEDIATE;\nSELECT 'locked';\n".utf8))
      #expect(try output.fileHandleForReading.read(upToCount: 6) == Data("locked".utf8))
    }

    func end() throws {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }

  @Test func aLockedFileEndsAWriteWithTheSameErrorAsEver() async throws {
    let shared = try await SharedLibrary(at: path, readers: 2)
    try await shared.write { library in
      try library.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA busy_timeout = 0") }
    }
    let other = try LockingProcess(path)
    let refused = await #expect(throws: StoreError.self) { try await shared.write(Self.addMeal) }
    #expect(refused == StoreError(DatabaseError(resultCode: .SQLITE_BUSY), path: path))
    #expect(refused?.kind == .tryAgain)
    #expect(try await shared.read(Self.meals) == 0)
    try other.end()
    try await shared.write(Self.addMeal)
    #expect(try await shared.read(Self.meals) == 1)
  }

  @Test func aWriteThatWaitsForAnotherProcessKeepsNoReadWaiting() async throws {
    let shared = try await SharedLibrary(at: path, readers: 1)
    let other = try LockingProcess(path)
    let begun = DispatchSemaphore(value: 0)
    async let written: Void = shared.write { library in
      begun.signal()
      try Self.addMeal(library)
    }
    #expect(try await shared.run { _ in Self.isOpen(begun) })
    for _ in 0..<20 { #expect(try await shared.read(Self.meals) == 0) }
    try other.end()
    try await written
    #expect(try await shared.read(Self.meals) == 1)
  }

  // MARK: - Closing

  /// Descriptors of this process that are open on a library.
  private static func descriptors(of path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + number)
      return target?.hasPrefix(path) == true ? target : nil
    }
  }

  @Test func closingWaitsForWhatHasBegunAndClosesAll() async throws {
    let shared = try await SharedLibrary(at: path, readers: 2)
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let read = Task {
      try await shared.read { library in
        // The first look is what decides the moment that is seen.
        _ = try Self.meals(library)
        begun.signal()
        #expect(Self.isOpen(gate))
        return try Self.meals(library)
      }
    }
    try await shared.write { library in
      #expect(Self.isOpen(begun))
      try Self.addMeal(library)
    }
    #expect(try !Self.descriptors(of: path).isEmpty)
    let closing = Task { try await shared.close() }
    gate.signal()
    #expect(try await read.value == 0)
    try await closing.value
    #expect(try Self.descriptors(of: path) == [])
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"), "its log is in the file")
    for _ in 0..<2 {
      let refused = await #expect(throws: StoreError.self) { try await shared.read(Self.meals) }
      #expect(refused?.code == .closed && refused?.kind == .tryAgain)
      await #expect(throws: StoreError.self) { try await shared.write(Self.addMeal) }
      try await shared.close()
    }
    #expect(try Self.meals(Library(at: path)) == 1)
  }

  @Test(arguments: [false, true])
  func aLibraryThatGoesIsClosedAndItsConnectionStaysOnlyOnRequest(endsWithProcess: Bool) throws {
    var library: Library? = try Library(at: path, endsWithProcess: endsWithProcess)
    weak let connection = library?.database as? DatabaseQueue
    try library.map(Self.addMeal)
    #expect(try !Self.descriptors(of: path).isEmpty)
    library = nil
    #expect(try Self.descriptors(of: path) == [])
    #expect((connection != nil) == endsWithProcess)
  }

  // MARK: - Files with triggers of others

  @Test func theBoundsOfAnAccessEndWithIt() throws {
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000) SELECT count(*) FROM n"
    let queue = try DatabaseQueue()
    func count(steps: Int) throws -> Int? {
      try queue.write { db in try ConnectionBounds.watched(db, steps: steps) { try Int.fetchOne(db, sql: endless) } }
    }
    for _ in 0..<2 {
      #expect(throws: DatabaseError.self) { try count(steps: 10_000) }
      #expect(try count(steps: 100_000_000) == 100_000)
    }
    let unbounded = try queue.write { db in try Int.fetchOne(db, sql: endless) }
    #expect(unbounded == 100_000)
  }

  @Test func aLibraryWithAViewOfOthersIsUsedAllTheSame() async throws {
    try Library(at: path).write { db in try db.execute(sql: "CREATE VIEW mine AS SELECT name FROM meal") }
    let shared = try await SharedLibrary(at: path, readers: 2)
    try await shared.write(Self.addMeal)
    #expect(try await shared.read { library in try library.read { try String.fetchAll($0, sql: "SELECT name FROM mine") } } == ["Apple"])
  }
}
