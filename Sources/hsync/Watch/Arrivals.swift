import HealthStore

/// Decides which photos of a watched folder are examined, and when. It is a value: it takes an event and the time, and returns the next
/// action.
///
/// First the folder is listed, with `isDeep` its subfolders, too; then new photos are examined, then those reported by
/// the system. A file that was closed after writing, or moved here, is complete and is examined at once. One found by a
/// listing may still be in the process of being written: if it is younger than `quietMs`, it waits until it is
/// unchanged for that long. Times are milliseconds of a monotonic clock.
struct Arrivals {
  /// An event of the file system.
  enum FolderEvent: Equatable {
    /// A file was closed after writing, or moved here.
    case finished(String)
    /// A folder was made or moved here.
    case folder(String)
    /// The system lost events because its queue overflowed.
    case overflowed
    /// The watched folder was removed, renamed or unmounted.
    case gone
  }

  /// A file that was found, and how long ago it was written to by the clock on the wall.
  struct Found: Equatable {
    let file: PhotoFile
    let ageMs: Int64
  }

  /// A photo to be examined.
  struct Candidate: Equatable {
    let path: String
    /// Its state when it began to wait; if that has changed, it is still being written. `nil` = it is complete in any
    /// state.
    let file: PhotoFile?
  }

  /// An input to the decision.
  enum Event: Equatable {
    case started
    case told([FolderEvent])
    /// A folder was listed: the photos in it that aren't known, and the folders in it.
    case listed(String, [Found], folders: [String])
    /// The contents of all folders are known.
    case announced
    /// The candidates were examined; these are still being written.
    case looked(changing: [PhotoFile])
    /// The time that was waited for has come.
    case elapsed
  }

  /// The next action.
  enum Action: Equatable {
    /// List a folder and hear of what happens in it. `isNew`: it was made since watching began, so that nothing in it was there before.
    case list(String, isNew: Bool)
    /// Everything is listed, with the number of photos to be examined.
    case announce(backlog: Int)
    case look([Candidate])
    /// Wait for events, at most this long. `nil` = without a limit.
    case wait(ms: Int64?)
    /// Everything is done; these files were still being written.
    case end(unfinished: [String])
    /// The watched folder isn't there any more.
    case giveUp
  }

  /// A file that isn't written to for this long is whole: 2 s.
  static let quietMs: Int64 = 2000
  /// The time that a run without `stays` waits for a file being written: 30 s.
  static let patienceMs: Int64 = 30_000
  /// The number of photos examined before events are read again.
  static let batch = 64

  private let root: String
  private let isDeep: Bool
  private let stays: Bool
  private let everyMs: Int64?
  private var toList: [(folder: String, isNew: Bool)] = []
  private var isAnnounced = false
  private var isGone = false
  private var due: [Candidate] = []
  private var isDue: Set<String> = []
  /// The files that may still be being written, by path.
  private var resting: [String: (file: PhotoFile, sinceMs: Int64, dueMs: Int64)] = [:]
  private var listedMs: Int64 = 0

  /// - Parameters:
  ///   - root: The watched folder.
  ///   - isDeep: Whether subfolders are watched, too.
  ///   - stays: Whether to wait for more when all is done.
  ///   - everyMs: The interval of new listings, for a system that doesn't report events there. `nil` = never.
  init(root: String, isDeep: Bool, stays: Bool, everyMs: Int64? = nil) {
    self.root = root
    self.isDeep = isDeep
    self.stays = stays
    self.everyMs = everyMs
  }

  /// Returns the action after `event`.
  mutating func handle(_ event: Event, at nowMs: Int64) -> Action {
    switch event {
    case .started: toList = [(root, false)]
    case .told(let events): events.forEach { take($0) }
    case .listed(let folder, let found, let folders):
      let isNew = toList.first?.isNew ?? false
      toList.removeAll { $0.folder == folder }
      found.forEach { take($0, at: nowMs) }
      if isDeep { toList += folders.filter { PhotoName.isFolder(PhotoName.last(of: $0)) }.map { ($0, isNew) } }
      listedMs = nowMs
    case .announced: isAnnounced = true
    case .looked(let changing):
      for file in changing {
        let sinceMs = resting[file.path]?.sinceMs ?? nowMs
        resting[file.path] = (file, sinceMs, nowMs + Arrivals.quietMs)
      }
    case .elapsed: break
    }
    return next(at: nowMs)
  }

  // MARK: Private

  private mutating func take(_ event: FolderEvent) {
    switch event {
    case .finished(let path):
      guard PhotoName.isPhoto(PhotoName.last(of: path)) else { return }
      resting[path] = nil
      add(Candidate(path: path, file: nil))
    case .folder(let path):
      guard isDeep, PhotoName.isFolder(PhotoName.last(of: path)) else { return }
      toList.append((path, true))
    case .overflowed: toList = [(root, isAnnounced)]
    case .gone: isGone = true
    }
  }

  private mutating func take(_ found: Found, at nowMs: Int64) {
    let path = found.file.path
    guard PhotoName.isPhoto(PhotoName.last(of: path)), !isDue.contains(path) else { return }
    if (0..<Arrivals.quietMs).contains(found.ageMs) {
      if resting[path] == nil { resting[path] = (found.file, nowMs, nowMs + Arrivals.quietMs) }
    } else {
      add(Candidate(path: path, file: found.file))
    }
  }

  private mutating func add(_ candidate: Candidate) {
    if isDue.insert(candidate.path).inserted { due.append(candidate) }
  }

  private mutating func next(at nowMs: Int64) -> Action {
    if isGone { return .giveUp }
    if toList.isEmpty, isAnnounced, let everyMs, nowMs - listedMs >= everyMs { toList = [(root, true)] }
    if let first = toList.first { return .list(first.folder, isNew: first.isNew) }
    if !isAnnounced { return .announce(backlog: due.count + resting.count) }
    for (path, rest) in resting.sorted(by: { $0.key < $1.key }) where rest.dueMs <= nowMs {
      add(Candidate(path: path, file: rest.file))
      // It is kept until it was looked at: how long it has been waiting counts.
      resting[path]?.dueMs = .max
    }
    if !due.isEmpty {
      let batch = Array(due.prefix(Arrivals.batch))
      due.removeFirst(batch.count)
      batch.forEach { isDue.remove($0.path) }
      return .look(batch)
    }
    resting = resting.filter { $0.value.dueMs != .max }
    let soonest = resting.values.map(\.dueMs).min()
    if stays {
      let relist = everyMs.map { listedMs + $0 }
      return .wait(ms: [soonest, relist].compactMap(\.self).min().map { max(0, $0 - nowMs) })
    }
    let isHopeless = resting.values.allSatisfy { nowMs - $0.sinceMs >= Arrivals.patienceMs }
    guard let soonest, !isHopeless else { return .end(unfinished: resting.keys.sorted()) }
    return .wait(ms: max(0, soonest - nowMs))
  }
}
