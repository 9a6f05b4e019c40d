/// Reads the barcodes of photos, several at a time.
package struct PhotoScanner: Sendable {
  private let recipe: ScanRecipe
  private let jobs: Int
  private let start: WorkerThread.Starter

  /// A scanner that reads up to `jobs` photos at a time (at least one), each on a thread of its own.
  package init(_ recipe: ScanRecipe = ScanRecipe(), jobs: Int) { self.init(recipe, jobs: jobs, start: WorkerThread.start) }

  /// The same, with threads of another kind.
  init(_ recipe: ScanRecipe = ScanRecipe(), jobs: Int, start: @escaping WorkerThread.Starter) {
    self.recipe = recipe
    self.jobs = max(1, jobs)
    self.start = start
  }

  /// Scans the photos.
  package func scan(_ photos: [PhotoSource]) -> PhotoScans { scan(PhotoList(photos)) }

  /// Scans what the list has, which is listed meanwhile.
  package func scan(_ list: sending PhotoList) -> PhotoScans {
    let (stream, continuation) = AsyncStream.makeStream(of: PhotoScan.self)
    // A thread that would find nothing to do isn't started.
    let threads = min(jobs, max(1, list.left ?? jobs))
    let run = ScanRun(list, recipe: recipe, jobs: threads, stream: continuation)
    continuation.onTermination = { _ in run.cancel() }
    var started = 0
    while started < threads, start({ run.work() }) { started += 1 }
    return PhotoScans(stream: stream, run: run, hasThreads: started > 0)
  }
}

/// The results of photos in their order, each as soon as it and all before it are there.
///
/// A photo that can't be read has an error in its result, and the others go on. When the reader stops or is cancelled, the threads stop after the step
/// that they are in. Decoding blocks, so that the cooperative pool isn't used. For one reader.
package struct PhotoScans: AsyncSequence {
  fileprivate let stream: AsyncStream<PhotoScan>
  /// The run that produces them.
  let run: ScanRun
  /// `false` = the system couldn't provide threads: each photo is then read when its result is taken.
  fileprivate let hasThreads: Bool

  /// The files in folders that weren't scanned, so far.
  package var leftOut: LeftOut { run.leftOut }

  /// The number of photos, those left out among them; `nil` while that isn't known.
  package var total: Int? { run.total }

  package func makeAsyncIterator() -> Iterator { Iterator(results: stream.makeAsyncIterator(), run: run, hasThreads: hasThreads) }

  /// Takes the results.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var results: AsyncStream<PhotoScan>.Iterator
    fileprivate let run: ScanRun
    fileprivate let hasThreads: Bool

    /// The next photo's; `nil` at the end, and when the task is cancelled, whatever is ready.
    package mutating func next() async -> PhotoScan? {
      // The stream would give away first what it has.
      if Task.isCancelled {
        run.cancel()
        return nil
      }
      if !hasThreads { run.workForOne() }
      let scan = await results.next()
      if scan != nil { run.resultWasTaken() }
      return scan
    }
  }
}
