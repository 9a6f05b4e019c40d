import ArgumentParser
import Glibc
import HealthModel
import SyncBackend
import Usage

/// `hsync-backend copy`.
struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy the data of a folder to an empty PostgreSQL database, or back.",
    discussion: """
      Users, tokens, records and the state of all devices are copied in one transaction: an interrupted copy leaves nothing behind.
      From its beginning, servers of the source answer 503 with Retry-After. Afterwards, serve the copy instead; devices go on there.
      """)

  @Option(
    help: ArgumentHelp(
      "The data folder to copy, or a database: a connection URI without a password, or @FILE for one in a file.", valueName: "DIR|URL"),
    completion: .directory)
  var from: String

  @Option(
    help: ArgumentHelp("The database, given in the same way; or, to copy a database, the folder.", valueName: "URL|DIR"),
    completion: .directory)
  var to: String?

  @Flag(help: "Copy nothing; let the source be served again, after a copy.")
  var reopen = false

  @Flag(help: "Print what was copied as a JSON object: users, records, devices, tokens, events.")
  var json = false

  func validate() throws {
    guard reopen != (to != nil) else {
      throw ValidationError(
        reopen ? "--to and --reopen exclude each other" : "--to is missing: give the address of an empty database, or a folder")
    }
    guard !from.isEmpty else { throw ValidationError("--from is empty: give a folder, an address, or @FILE for one in a file") }
    if DataPlace.namesDatabase(from) { try DataPlace.requireNoPassword(in: from, option: "--from") }
    guard let to else { return }
    guard !to.isEmpty else { throw ValidationError("--to is empty: give an address, or @FILE for one in a file") }
    try DataPlace.requireNoPassword(in: to, option: "--to")
    if DataPlace.namesDatabase(from), DataPlace.namesDatabase(to) {
      throw ValidationError("--from and --to are both databases: one of them has to be a folder")
    }
    if !DataPlace.namesDatabase(from), !DataPlace.namesDatabase(to) {
      throw ValidationError("--from and --to are both folders: one of them has to be a database, postgres://… or @FILE")
    }
  }

  func run() async throws {
    if DataPlace.namesDatabase(from) { try copyDatabase(at: DataPlace.address(from)) } else { try copyFolder() }
  }

  private func copyFolder() throws {
    let copy = try FolderCopy(from: from)
    guard let to else {
      try copy.reopen(nowMs: WallClock.nowMs())
      StandardStreams.notice("\(from) can be served again")
      return
    }
    let address = try DataPlace.address(to)
    let counts = try CopyProgress.shown { onProgress in try copy.run(to: address, now: WallClock.nowMs, onProgress: onProgress) }
    report(counts, next: "Serve the database now; the folder is closed.")
  }

  private func copyDatabase(at address: String) throws {
    let copy = try DatabaseCopy(from: address, now: WallClock.nowMs)
    guard let to else {
      try copy.reopen(nowMs: WallClock.nowMs())
      StandardStreams.notice("the database can be served again")
      return
    }
    let counts = try CopyProgress.shown { onProgress in try copy.run(to: to, nowMs: WallClock.nowMs(), onProgress: onProgress) }
    report(counts, next: "Serve the folder now; the database is closed.")
  }

  private func report(_ counts: CopyCounts, next: String) {
    if json { StandardStreams.answer(counts.json) }
    StandardStreams.notice(
      "copied \(counts.users.of("user")), \(counts.records.of("record")) and \(counts.devices.of("device")). \(next)")
  }
}

/// A line of progress on a terminal, at most ten times a second.
private final class CopyProgress {
  /// Shows the progress of a copy while it runs.
  static func shown(_ copy: ((_ copied: CopyCounts, _ total: CopyCounts) -> Void) throws -> CopyCounts) throws -> CopyCounts {
    let progress = CopyProgress()
    defer { progress.end() }
    return try copy { progress.show($0, of: $1) }
  }

  private let isShown = isatty(STDERR_FILENO) == 1
  private var shownAtMs: Int64 = 0

  private func show(_ copied: CopyCounts, of total: CopyCounts) {
    let nowMs = WallClock.sinceBootMs()
    guard isShown, nowMs - shownAtMs >= 100 else { return }
    shownAtMs = nowMs
    StandardStreams.write(
      "\r\u{1B}[Kcopied \(copied.users) of \(total.users) users, \(copied.records) of \(total.records) records", to: STDERR_FILENO)
  }

  /// Removes the line.
  private func end() {
    if shownAtMs > 0 { StandardStreams.write("\r\u{1B}[K", to: STDERR_FILENO) }
  }
}
