import Files
import FoodScan
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings

/// Performs the actions of `Arrivals` until all is done or the task is cancelled.
struct FolderWatch {
  /// The folder, absolute and free of links.
  let root: String
  /// The folder as the person named it, for the names of photos in the output.
  let shownRoot: String
  let isDeep: Bool
  /// Whether to end when there is nothing more to do.
  let isOnce: Bool
  /// Whether photos that were there before are scanned, too.
  let takesAll: Bool
  let isJSON: Bool
  /// The recipe for each photo.
  let recipe: ScanRecipe
  /// The user's option for the time of eating.
  let option: TypedTime?
  let library: Library

  private var ledger: PhotoLedger { PhotoLedger(library) }

  /// The pause before a temporary problem is retried: 10 s.
  private static let pauseMs: Int64 = 10_000
  /// The interval of new listings where the system doesn't report events: 60 s.
  private static let relistMs: Int64 = 60_000

  /// Watches. Errors of single photos are reported by `failures`.
  ///
  /// - Throws: Errors that end the watching; `CancellationError` when the task is cancelled.
  func run(_ session: inout WatchSession, reporting failures: inout Failures) async throws {
    var work = Work(
      events: try FolderEvents(root: root), scanner: PhotoScanner(recipe, jobs: ProcessInfo.processInfo.activeProcessorCount),
      identity: FileIdentity(library.path), wasDeep: try ledger.isDeep(root))
    var arrivals = Arrivals(
      root: root, isDeep: isDeep, stays: !isOnce, everyMs: work.events.hears(root) ? nil : FolderWatch.relistMs)
    var action = arrivals.handle(.started, at: FolderWatch.nowMs)
    while true {
      try Task.checkCancellation()
      if case .end(let unfinished) = action {
        for path in unfinished {
          failures.report(CommandError(.tryAgain, "\(shown(path)) is still being written", hint: "hsync watch looks at it the next time"))
        }
        return
      }
      guard FileIdentity(library.path) == work.identity else {
        throw CommandError(.tryAgain, "another file has taken the place of \(library.path)", hint: "start again: hsync watch")
      }
      do {
        let event = try await perform(action, &work, &session, &failures)
        work.told = []
        action = arrivals.handle(event, at: FolderWatch.nowMs)
      } catch  where Task.isCancelled {
        // Whatever was cut short says so in its own way.
        throw CancellationError()
      } catch let error as any UserFacingError where !isOnce && (error.kind == .tryAgain || error.kind == .io) {
        // A library that is busy or a disk that is full: told once, and tried again until it isn't.
        if work.told.insert(error.message).inserted { Output.report(error) }
        _ = try await work.pause.wait(for: -1, ms: FolderWatch.pauseMs)
      }
    }
  }

  /// The state of a run.
  private struct Work {
    let events: FolderEvents
    let pause = StoppableWait()
    let scanner: PhotoScanner
    let identity: FileIdentity?
    /// Whether the folders below were watched before, so that one that isn't known is new.
    let wasDeep: Bool
    /// The start of watching, by file times: photos with older bytes existed before.
    let startNs = LocalClock.nowMs * 1_000_000
    /// The number of photos that existed before.
    var stock = 0
    /// Errors already reported to the user.
    var told: Set<String> = []
  }

  private func perform(
    _ action: Arrivals.Action, _ work: inout Work, _ session: inout WatchSession, _ failures: inout Failures
  ) async throws -> Arrivals.Event {
    switch action {
    case .list(let folder, let isNew): return try list(folder, isNew: isNew, &work)
    case .announce(let backlog):
      if isDeep { try ledger.deepen(root) }
      announce(backlog, stock: work.stock)
      return .announced
    case .look(let candidates):
      return .looked(changing: try await look(at: candidates, &work, &session, &failures))
    case .wait(let ms):
      let events = try await work.events.next(ms: ms ?? 3_600_000)
      return events.isEmpty ? .elapsed : .told(events)
    case .end, .giveUp: throw gone
    }
  }

  // MARK: Listing

  private func list(_ folder: String, isNew: Bool, _ work: inout Work) throws -> Arrivals.Event {
    // First listen, then list: nothing falls in between.
    guard try work.events.add(folder) || folder == root else { return .listed(folder, [], folders: []) }
    let listing: FolderListing
    do throws(CommandError) { listing = try FolderListing(of: folder) } catch {
      if folder == root { throw access(root, F_OK) == 0 ? error : gone }
      // A folder that went away again is no trouble.
      if error.kind != .noInput { Output.report(error) }
      return .listed(folder, [], folders: [])
    }
    if listing.oddNames > 0 {
      let verbs = listing.oddNames == 1 ? "isn't UTF-8 and is" : "aren't UTF-8 and are"
      Output.notice("\(Quantity.count(listing.oddNames, "name")) in \(shown(folder)) \(verbs) left out")
    }
    var unknown = try ledger.unknown(among: listing.files, includesEarlier: takesAll)
    if try !ledger.isWatched(folder) {
      let wasBefore = !takesAll && !isNew && (folder == root || !work.wasDeep)
      let stock = wasBefore ? unknown.filter { $0.changedNs < work.startNs } : []
      work.stock += try ledger.begin(folder, stock: stock, atMs: LocalClock.nowMs)
      if wasBefore { unknown.removeAll { $0.changedNs < work.startNs } }
    }
    let nowMs = LocalClock.nowMs
    return .listed(
      folder, unknown.map { Arrivals.Found(file: $0, ageMs: nowMs - $0.mtimeNs / 1_000_000) }, folders: listing.folders)
  }

  private func announce(_ backlog: Int, stock: Int) {
    if stock > 0 {
      Output.notice(
        "\(Quantity.count(stock, "photo")) \(stock == 1 ? "was" : "were") there before and \(stock == 1 ? "isn't" : "aren't") scanned; --all does"
      )
    }
    if !isOnce {
      let arrived = backlog > 0 ? ", \(Quantity.count(backlog, "photo")) arrived in the meantime" : ""
      Output.notice("watching \(shownRoot)\(arrived); Ctrl-C stops it")
    }
  }

  // MARK: Looking

  /// Scans the new photos, and settles them.
  ///
  /// - Returns: those that are still being written.
  private func look(
    at candidates: [Arrivals.Candidate], _ work: inout Work, _ session: inout WatchSession, _ failures: inout Failures
  ) async throws -> [PhotoFile] {
    var changing: [PhotoFile] = []
    var photos: [WatchedPhoto] = []
    for candidate in candidates {
      try Task.checkCancellation()
      guard let file = PhotoFile(at: candidate.path) else {
        guard access(root, F_OK) == 0 else { throw gone }
        continue
      }
      if let before = candidate.file, !file.isUntouched(since: before) {
        changing.append(file)
      } else if let photo = try unseen(file, &failures) {
        photos.append(photo)
      }
    }
    let scans = work.scanner.scan(photos.map { .file($0.report.photo) })
    var progress = ScanProgress(isShown: !isJSON)
    var next = photos.makeIterator()
    for await scan in scans {
      guard var photo = next.next() else { break }
      progress.clear()
      // The hash and the scan saw the same bytes only if the file wasn't written meanwhile.
      if let file = PhotoFile(at: photo.file.path), !file.isUntouched(since: photo.file) {
        changing.append(file)
      } else if try await isSettled(&photo, scan.outcome, &session, &failures) {
        tell(photo, &failures)
      }
      progress.advance(scan, of: scans)
    }
    progress.clear()
    try Task.checkCancellation()
    return changing
  }

  /// Returns the photo in a file, if it wasn't seen under any name, and records the results.
  private func unseen(_ file: PhotoFile, _ failures: inout Failures) throws -> WatchedPhoto? {
    // An empty file has yet to get its bytes, which will be told.
    guard file.size > 0, try !ledger.unknown(among: [file], includesEarlier: takesAll).isEmpty else { return nil }
    guard let digest = PhotoDigest(ofFile: file.path) else {
      let kind: ErrorKind = access(file.path, R_OK) == 0 ? .io : .noPermission
      failures.report(
        CommandError(kind, "can't read \(shown(file.path)); it is left for the next start", hint: "check its permissions: ls -l"))
      return nil
    }
    if let outcome = try ledger.outcome(of: digest) {
      guard takesAll, outcome.isOpen else {
        try ledger.note(file, digest)
        return nil
      }
    } else if try !takesAll && EarlierPhotos(ledger).have(file, digest) {
      try ledger.noteBefore(file, digest, atMs: LocalClock.nowMs)
      return nil
    }
    let time = try MealTime(
      option: option, capture: CaptureTime(ofFile: file.path), fileMs: file.mtimeNs / 1_000_000, now: LocalClock.now)
    return WatchedPhoto(
      file: file, digest: digest, time: time, noticedMs: LocalClock.nowMs, report: PhotoReport(photo: shown(file.path)))
  }

  /// Returns whether there is a result to print: not for a photo settled by another process, that is gone again, or
  /// that can't be read now.
  private func isSettled(
    _ photo: inout WatchedPhoto, _ outcome: Result<PhotoReading, ScanError>, _ session: inout WatchSession, _ failures: inout Failures
  ) async throws -> Bool {
    if case .failure(let error) = outcome {
      switch error.code {
      case .noSuchPhoto, .cancelled: return false
      // The bytes say so, and will as long as they are the same. Everything else is tried again by the next run.
      case _ where error.kind == .badData: break
      default:
        failures.report(error)
        return false
      }
    }
    return try await session.settle(&photo, outcome)
  }

  private func tell(_ photo: WatchedPhoto, _ failures: inout Failures) {
    if isJSON {
      Output.json(photo.json)
    } else {
      (photo.report.lines + photo.lines).forEach(Output.line)
      photo.report.notices.forEach(Output.notice)
    }
    photo.report.errors.forEach { failures.report($0) }
    Output.flush()
  }

  // MARK: Words

  private var gone: CommandError {
    CommandError(
      .noInput, "\(shownRoot) is gone: removed, renamed or unmounted", hint: "when it is there again: hsync watch \(shownRoot.shellWord)")
  }

  /// A path as the person would type it.
  private func shown(_ path: String) -> String {
    path.hasPrefix(root + "/") ? shownRoot + (shownRoot.hasSuffix("/") ? "" : "/") + path.dropFirst(root.count + 1) : shownRoot
  }

  private static var nowMs: Int64 { SyncClock.system.instant().bootMs }
}
