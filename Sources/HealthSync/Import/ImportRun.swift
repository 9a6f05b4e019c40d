import HealthImport
import HealthModel
import HealthStore

/// One export on its way into one library: a thread unpacks and reads, the caller's thread stores. All of it is there afterwards, or
/// nothing.
///
/// It takes seconds and blocks the caller's thread: a server calls it in `SharedLibrary.run`.
package struct ImportRun {
  /// The options of an import.
  package struct Options: Sendable {
    /// Do everything, report, and take it back.
    package var isDryRun = false
    /// Keep what was read of a file that is cut off or broken in the middle.
    package var keepsPart = false
    /// Remove samples that the file would hold if they hadn't been deleted at the source.
    package var appliesDeletions = false

    package init() {}
  }

  /// The progress of an import.
  package struct Progress: Sendable {
    /// Unpacked bytes read so far, and how many there are if that is known.
    package var bytesRead: Int64 = 0
    package var bytesTotal: Int64?
    package var samples = 0

    /// Nothing yet.
    package init() {}
  }

  private let library: Library
  private let settings: HealthSettings
  private let options: Options
  private let now: @Sendable () -> Moment
  private let isInterrupted: @Sendable () -> Bool
  private let progress: (Progress) -> Void
  private let stop: ReadingStop

  /// - Parameters:
  ///   - isInterrupted: polled several times a second; once it is true the run ends with `CancellationError` and leaves
  ///     nothing.
  ///   - progress: called for every batch, on the caller's thread.
  ///   - stop: raised when no more data is needed from the reader that `open` returned.
  package init(
    _ library: Library, settings: HealthSettings, options: Options = Options(), now: @escaping @Sendable () -> Moment,
    isInterrupted: @escaping @Sendable () -> Bool = { false }, progress: @escaping (Progress) -> Void = { _ in },
    stop: ReadingStop = ReadingStop()
  ) {
    self.library = library
    self.settings = settings
    self.options = options
    self.now = now
    self.isInterrupted = isInterrupted
    self.progress = progress
    self.stop = stop
  }

  /// Imports an export.
  /// - Parameters:
  ///   - open: opens the export at its beginning, on a thread of its own, because a pipe may block. Called again when
  ///     it must be read a second time, to check for vanished samples; `nil` from it then means that it can't be
  ///     (standard input). Never called concurrently.
  /// - Throws: `ImportError`, `StoreError` or `CancellationError`; the library is then as it was.
  package func run(_ open: @escaping () throws -> (any HealthReader)?) throws -> (origin: HealthOrigin, outcome: ImportOutcome) {
    guard let reader = try opened(open) else { throw ImportError(.notAnExport, "there is nothing to read") }
    let session = try ImportSession(library, file: reader.name, origin: reader.origin, settings: settings, at: now())
    do {
      let report = try readThrough(reader) { try session.write($0) }
      var deletions: DeletionCheck?
      if var check = try session.deletionCheck(for: report), let second = try opened(open) {
        _ = try readThrough(second) { try check.add($0) }
        try check.conclude()
        deletions = check
      }
      let outcome = try session.finish(
        report, deletions: deletions, applyingDeletions: options.appliesDeletions, isDryRun: options.isDryRun, at: now())
      return (reader.origin, outcome)
    } catch {
      // The first error is the one to report; leftovers that can't be removed now are removed by the next import.
      try? session.abandon()
      throw error
    }
  }

  /// Opens the export on a thread of its own: opening a pipe without a writer blocks, and must not delay a signal.
  private func opened(_ open: @escaping () throws -> (any HealthReader)?) throws -> (any HealthReader)? {
    // Only that thread calls it, and gives its answer away.
    nonisolated(unsafe) let open = open
    let job = BackgroundJob("hsync.import.open") { OpenedReader(reader: try open()) }
    while true {
      if let answer = job.result(withinMs: 100) { return try answer.get().reader }
      if isInterrupted() {
        finish(job)
        throw CancellationError()
      }
    }
  }

  /// Reads on a thread of its own and stores on this one.
  private func readThrough(_ reader: any HealthReader, _ store: (HealthBatch) throws -> Void) throws -> ReadingReport {
    // More than a transaction takes in (50,000 samples), so that neither thread waits for the other while one is being written.
    let channel = BatchChannel(capacity: 16)
    // Only that thread touches the reader from here on.
    nonisolated(unsafe) let reader = reader
    let keepsPart = options.keepsPart
    let job = BackgroundJob("hsync.import.read") {
      do {
        let report = try reader.read(keepsPart: keepsPart) { try channel.send(.batch($0)) }
        try channel.send(.end(report))
      } catch {
        // Nobody listens when the channel is closed, and then nobody needs to know.
        try? channel.send(.failure(error))
      }
    }
    var hasEnded = false
    defer {
      channel.close()
      if hasEnded { try? job.result() } else { finish(job) }
    }
    var state = Progress()
    while true {
      if isInterrupted() { throw CancellationError() }
      switch channel.receive(withinMs: 100) {
      case .batch(let batch):
        try store(batch)
        state.bytesRead = batch.bytesRead
        state.bytesTotal = batch.bytesTotal
        state.samples += batch.samples.count
        progress(state)
      case .end(let report):
        hasEnded = true
        return report
      case .failure(let error):
        hasEnded = true
        throw error
      case nil: continue
      }
    }
  }

  /// Ends a thread before it is through. It is given up after a second: a disk that doesn't answer would keep the person waiting for ever.
  private func finish(_ job: BackgroundJob<some Sendable>) {
    stop.raise()
    _ = job.result(withinMs: 1000)
  }
}

/// The result of opening. The opening thread is through with it when the other one gets it, which makes it safe to be sent.
private struct OpenedReader: @unchecked Sendable {
  let reader: (any HealthReader)?
}
