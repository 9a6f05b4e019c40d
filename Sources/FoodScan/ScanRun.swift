import Dispatch
import Synchronization

/// One call of `scan`: hands photos out to threads and puts their results in order.
final class ScanRun: Sendable {
  /// The maximum number of results that haven't been taken yet. A slow photo delays the others only after that many,
  /// and a slow consumer (one who asks the user a question) lets no more accumulate.
  private static let window = 256

  private struct Listing {
    var list: PhotoList
    var listed = 0
    var hasEnded = false
  }

  private struct Results {
    var sent = 0
    /// The number of results that weren't left out.
    var told = 0
    /// Results that can't be sent before an earlier one is available; `nil` for those left out.
    var waiting: [Int: PhotoScan?] = [:]
    var leftOut = LeftOut()
    /// The total number, once the list has ended.
    var end: Int?
  }

  private let recipe: ScanRecipe
  private let jobs: Int
  private let stream: AsyncStream<PhotoScan>.Continuation
  /// Apart from the results, because a list that is a pipe may keep one waiting.
  private let listing: Mutex<Listing>
  private let results = Mutex(Results())
  private let isCancelled = Atomic(false)
  /// Counts how many more results there is room for.
  private let room = DispatchSemaphore(value: 0)

  /// A run that sends to `stream`.
  init(_ list: sending PhotoList, recipe: ScanRecipe, jobs: Int, stream: AsyncStream<PhotoScan>.Continuation) {
    listing = Mutex(Listing(list: list))
    self.recipe = recipe
    self.jobs = jobs
    self.stream = stream
    // One by one: a semaphore that ends lower than it began is taken for a mistake.
    for _ in 0..<max(Self.window, jobs) { room.signal() }
  }

  /// Ends the threads after the step that they are in.
  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    for _ in 0..<jobs { room.signal() }
  }

  /// A result was taken: there is room for another.
  func resultWasTaken() { room.signal() }

  /// The files in folders that weren't scanned, so far.
  var leftOut: LeftOut { results.withLock { $0.leftOut } }

  /// The number of photos handed out so far.
  var listed: Int { listing.withLock { $0.listed } }

  /// The number of photos, those left out among them; `nil` while that isn't known, or while the list keeps one waiting.
  var total: Int? {
    listing.withLockIfAvailable { state in state.hasEnded ? state.listed : state.list.left.map { state.listed + $0 } } ?? nil
  }

  /// Scans photos until there is one more result, or no more photo. For who takes the results and has no threads to wait for.
  func workForOne() {
    let before = results.withLock { $0.told }
    work { results.withLock { $0.told } > before }
  }

  /// Scans photos until there are no more, or `isEnough` returns true. For several threads, each with a reader of its
  /// own.
  func work(until isEnough: () -> Bool = { false }) {
    let reader: any BarcodeReader
    do throws(ScanError) {
      reader = try recipe.makeReader()
    } catch {
      while !isEnough(), let (index, entry) = takeNext() { deliver(entry, of: index) { _ throws(ScanError) in throw error } }
      return
    }
    while !isEnough(), let (index, entry) = takeNext() {
      deliver(entry, of: index) { source throws(ScanError) in
        try recipe.scan(source, with: reader) { isCancelled.load(ordering: .relaxed) }
      }
    }
  }

  private func takeNext() -> (index: Int, entry: PhotoEntry)? {
    room.wait()
    if isCancelled.load(ordering: .relaxed) { return nil }
    let next = listing.withLock { state -> (Int, PhotoEntry)? in
      guard !state.hasEnded, let entry = state.list.next() else {
        state.hasEnded = true
        return nil
      }
      state.listed += 1
      return (state.listed - 1, entry)
    }
    if next == nil { listHasEnded() }
    return next
  }

  private func listHasEnded() {
    let count = listing.withLock { $0.listed }
    let isLast = results.withLock { state in
      state.end = count
      return state.sent == count
    }
    room.signal()  // this thread took none
    if isLast { stream.finish() }
  }

  /// Reads the photo and sends the result, and those behind it that waited for it.
  private func deliver(_ entry: PhotoEntry, of index: Int, scanning: (PhotoSource) throws(ScanError) -> PhotoScan) {
    var leftOut = LeftOut()
    var scan: PhotoScan?
    switch entry {
    case .leftOut(let something): leftOut = something
    case .failure(let photo, let error): scan = PhotoScan(photo: photo, outcome: .failure(error))
    case .named(let photo), .found(let photo):
      do throws(ScanError) {
        scan = try scanning(photo)
      } catch {
        leftOut = entry.isFound ? error.leavesOut(photo) : LeftOut()
        if leftOut.count == 0 { scan = PhotoScan(photo: photo, outcome: .failure(error)) }
      }
    }
    send(scan, leftOut, of: index)
  }

  /// Sends a result under the lock, so that threads can't overtake each other. The end is reported outside the lock,
  /// because that calls `cancel`.
  private func send(_ scan: PhotoScan?, _ leftOut: LeftOut, of index: Int) {
    let isLast = results.withLock { state in
      state.leftOut += leftOut
      state.waiting[index] = .some(scan)
      while let next = state.waiting.removeValue(forKey: state.sent) {
        if let next {
          stream.yield(next)
          state.told += 1
        } else {
          room.signal()
        }
        state.sent += 1
      }
      return state.sent == state.end
    }
    if isLast { stream.finish() }
  }
}

extension PhotoEntry {
  /// Whether it was found in a folder rather than named by the user.
  fileprivate var isFound: Bool { if case .found = self { true } else { false } }
}

extension ScanError {
  /// Returns the count for a file in a folder that is left out because neither its contents nor its name are those of a
  /// supported photo format; zeros for any other file.
  fileprivate func leavesOut(_ photo: PhotoSource) -> LeftOut {
    guard !PhotoFormat.isClaimed(by: photo.name) else { return LeftOut() }
    return switch code {
    case .notAPhoto, .empty: LeftOut(others: 1)
    case .unsupportedFormat: LeftOut(unsupported: 1)
    default: LeftOut()
    }
  }
}
