import Synchronization

/// Reads the barcodes of photos, several at a time.
package struct PhotoScanner: Sendable {
  private let recipe: ScanRecipe
  private let jobs: Int

  /// A scanner that reads up to `jobs` photos at a time (at least one), each on a thread of its own.
  package init(_ recipe: ScanRecipe = ScanRecipe(), jobs: Int) {
    self.recipe = recipe
    self.jobs = max(1, jobs)
  }

  /// Scans the photos; the results come in the photos' order, each as soon as it and all before it are there.
  ///
  /// A photo that can't be read has an error in its result, and the others go on. When the stream's reader stops or is cancelled, the
  /// threads stop after the step that they are in. Decoding blocks, so that the cooperative pool isn't used.
  package func scan(_ photos: [PhotoSource]) -> AsyncStream<PhotoScan> {
    AsyncStream { results in
      let run = ScanRun(photos: photos, recipe: recipe, results: results)
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
  private let recipe: ScanRecipe
  private let results: AsyncStream<PhotoScan>.Continuation
  private let state = Mutex(State())

  init(photos: [PhotoSource], recipe: ScanRecipe, results: AsyncStream<PhotoScan>.Continuation) {
    self.photos = photos
    self.recipe = recipe
    self.results = results
  }

  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Scans photos until there are no more.
  func work() {
    let reader: any BarcodeReader
    do throws(ScanError) {
      reader = try recipe.makeReader()
    } catch {
      while let index = takeNext() { deliver(PhotoScan(photo: photos[index], outcome: .failure(error)), of: index) }
      return
    }
    while let index = takeNext() {
      do throws(ScanError) {
        if photos[index] == .standardInput, photos.firstIndex(of: .standardInput) != index {
          throw ScanError(.standardInputTwice, "standard input can be read only once", hint: "give - once")
        }
        deliver(try recipe.scan(photos[index], with: reader) { state.withLock { $0.isCancelled } }, of: index)
      } catch {
        deliver(PhotoScan(photo: photos[index], outcome: .failure(error)), of: index)
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
  private func deliver(_ scan: PhotoScan, of index: Int) {
    let isLast = state.withLock { state in
      state.waiting[index] = scan
      while let scan = state.waiting.removeValue(forKey: state.sent) {
        results.yield(scan)
        state.sent += 1
      }
      return state.sent == photos.count
    }
    if isLast { results.finish() }
  }
}
