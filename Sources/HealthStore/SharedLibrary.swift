import HealthModel

/// A library that many tasks of one process use at a time, such as the requests of a server.
///
/// Nothing here blocks the caller's thread: work on the library runs on threads of its own. Reads run in parallel to
/// each other and to a write, and never wait for one; writes are serialized, as SQLite requires. A write that finds the
/// file locked by another process waits for up to 10 s on the writing thread.
///
/// Once the file was removed, moved or replaced, or a newer program changed its schema, everything fails with an error
/// that says so: what was written then would be lost, or would not fit.
package final class SharedLibrary: Sendable {
  private let library: Library
  private let place: LibraryPlace
  private let reading: WorkLanes
  private let writing: WorkLanes
  private let running: WorkLanes
  private let asking: WorkLanes
  private let commits: CommitNumber

  /// The file's path as it was given.
  package var path: String { library.path }

  /// Opens the library at `path`, as `Library` does.
  ///
  /// - Parameters:
  ///   - makesFolder: Whether a missing folder is created.
  ///   - readers: The number of parallel reads, at least 1.
  ///   - patienceMs: Milliseconds for which a write waits for another process.
  /// - Throws: `StoreError`, as `Library`.
  package init(at path: String, makesFolder: Bool = true, readers: Int = 4, patienceMs: Int = 10_000) async throws {
    writing = WorkLanes("hsync.writing", count: 1)
    reading = WorkLanes("hsync.reading", count: readers)
    running = WorkLanes("hsync.running", count: 2)
    asking = WorkLanes("hsync.asking", count: 2)
    // Every running task can have a connection to read, so that none waits for another's.
    library = try await writing.run { try Library(at: path, makesFolder: makesFolder, readers: readers + 5, patienceMs: patienceMs) }
    place = LibraryPlace(path)
    commits = CommitNumber(path)
  }

  /// A number that is another one after each commit to the library, by whichever process, and the same for as long as there is none. What was
  /// read after a call that returned the same number as a later call is still what the library holds.
  ///
  /// - Throws: `StoreError` when the file isn't where it was opened, or can't be read.
  package func commitNumber() async throws -> Int64 {
    do {
      try place.check()
      return try await commits.now()
    } catch is WorkLanes.Closed {
      throw closed
    }
  }

  /// Does work that only reads, in one transaction: it sees a snapshot as of its first read.
  ///
  /// - Throws: the errors of the work; `StoreError` when the library can't be read or is closed; `CancellationError`
  ///   when the task is cancelled before it has begun.
  package func read<T: Sendable>(_ work: @escaping @Sendable (Library) throws -> T) async throws -> T {
    try await translating {
      try await reading.run { [library] in
        // Its errors aren't those of the library's own transaction, and stay as they are.
        try library.read { _ in Result { try work(library) } }.get()
      }
    }
  }

  /// Does work that writes, or reads and then writes: each of its transactions is on the disk, or isn't there, when this returns.
  ///
  /// - Throws: as `read`; `StoreError` of kind `.tryAgain` when another process writes for more than 10 s.
  package func write<T: Sendable>(_ work: @escaping @Sendable (Library) throws -> T) async throws -> T {
    try await translating { try await writing.run { [library] in try work(library) } }
  }

  /// Does long work, such as an import, that leaves gaps between its transactions in which others write. Two of them at a time.
  ///
  /// - Throws: as `write`.
  package func run<T: Sendable>(_ work: @escaping @Sendable (Library) throws -> T) async throws -> T {
    try await translating { try await running.run { [library] in try work(library) } }
  }

  /// Does long work that also waits for others, such as a sync. All of it, and of the tasks that it has as children, runs on one of the threads of
  /// `run`, so that it may block.
  ///
  /// - Throws: as `write`.
  package func runLong<T: Sendable>(_ work: @escaping @Sendable (Library) async throws -> T) async throws -> T {
    try await translating { try await running.runAsync { [library] in try await work(library) } }
  }

  /// Does short work that waits for others, such as looking up a product, beside the work of `run` and `runLong`. Two of them at a time.
  ///
  /// - Throws: as `write`.
  package func ask<T: Sendable>(_ work: @escaping @Sendable (Library) async throws -> T) async throws -> T {
    try await translating { try await asking.runAsync { [library] in try await work(library) } }
  }

  /// Closes the file when all that has begun is done; what waits, and all that comes later, ends with an error of kind `.tryAgain`.
  ///
  /// - Throws: `StoreError` of kind `.io` when SQLite can't.
  package func close() async throws {
    let closing = WorkLanes("hsync.closing", count: 1)
    for lanes in [running, asking, writing, reading] { await lanes.close() }
    await commits.close()
    try await closing.run { [library] in try library.close() }
  }

  /// Does the work if the file is where it was opened, before and after: a change of a file that was removed meanwhile isn't reported as made.
  private func translating<T>(_ body: () async throws -> T) async throws -> T {
    do {
      try place.check()
      let result = try await body()
      try place.check()
      return result
    } catch is WorkLanes.Closed {
      throw closed
    }
  }

  private var closed: StoreError {
    StoreError(code: .closed, message: "\(path) is closed: the program is about to end", hint: "try again in a moment")
  }
}
