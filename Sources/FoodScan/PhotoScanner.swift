import Synchronization

/// Reads the barcodes of photos, several at a time.
package struct PhotoScanner: Sendable {
  private let limits: PhotoLimits
  private let jobs: Int
  private let engine: EngineChoice
  private let isTraced: Bool

  /// A scanner that reads up to `jobs` photos at a time (at least one), each on a thread of its own. `isTraced`: whether readings say how they
  /// came about.
  package init(limits: PhotoLimits = PhotoLimits(), jobs: Int, engine: EngineChoice = .zbar, isTraced: Bool = false) {
    self.limits = limits
    self.jobs = max(1, jobs)
    self.engine = engine
    self.isTraced = isTraced
  }

  /// Scans the photos; the results come in the photos' order, each as soon as it and all before it are there.
  ///
  /// A photo that can't be read has an error in its result, and the others go on. When the stream's reader stops or is cancelled, the
  /// threads stop after the step that they are in. Decoding blocks, so that the cooperative pool isn't used.
  package func scan(_ photos: [PhotoSource]) -> AsyncStream<PhotoScan> {
    AsyncStream { results in
      let run = ScanRun(photos: photos, limits: limits, engine: engine, isTraced: isTraced, results: results)
      results.onTermination = { _ in run.cancel() }
      guard !photos.isEmpty else { return results.finish() }
      for _ in 0..<min(jobs, photos.count) { WorkerThread.start { run.work() } }
    }
  }
}

/// One call of `scan`: hands out photos to threads and puts their results in order.
private final class ScanRun: Sendable {
  private struct State {
    var next = 0
    var isCancelled = false
    var sent = 0
    var waiting: [Int: PhotoScan] = [:]
  }

  private let photos: [PhotoSource]
  private let limits: PhotoLimits
  private let engine: EngineChoice
  private let isTraced: Bool
  private let results: AsyncStream<PhotoScan>.Continuation
  private let state = Mutex(State())

  init(
    photos: [PhotoSource], limits: PhotoLimits, engine: EngineChoice, isTraced: Bool, results: AsyncStream<PhotoScan>.Continuation
  ) {
    self.photos = photos
    self.limits = limits
    self.engine = engine
    self.isTraced = isTraced
    self.results = results
  }

  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Scans photos until there are no more.
  func work() {
    let reader: any BarcodeReader
    do throws(ScanError) {
      reader = try engine.makeReader(isTraced: isTraced)
    } catch {
      while let index = takeNext() { deliver(.failure(error), of: index) }
      return
    }
    while let index = takeNext() {
      do throws(ScanError) {
        if photos[index] == .standardInput, photos.firstIndex(of: .standardInput) != index {
          throw ScanError(.standardInputTwice, "standard input can be read only once", hint: "give - once")
        }
        let photo = try Photo(reading: photos[index], limits: limits)
        deliver(.success(try reader.read(photo, limits: limits) { state.withLock { $0.isCancelled } }), of: index)
      } catch {
        deliver(.failure(error), of: index)
      }
    }
  }

  private func takeNext() -> Int? {
    state.withLock { state in
      guard !state.isCancelled, state.next < photos.count else { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  /// Sends the result, and those behind it that waited for it. Under the lock, so that no thread overtakes another; but the end is
  /// told outside it, because that calls `cancel`.
  private func deliver(_ outcome: Result<PhotoReading, ScanError>, of index: Int) {
    let isLast = state.withLock { state in
      state.waiting[index] = PhotoScan(photo: photos[index], outcome: outcome)
      while let scan = state.waiting.removeValue(forKey: state.sent) {
        results.yield(scan)
        state.sent += 1
      }
      return state.sent == photos.count
    }
    if isLast { results.finish() }
  }
}
