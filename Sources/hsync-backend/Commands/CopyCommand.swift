import ArgumentParser
import Glibc
import HealthModel
import SyncBackend
import Usage

/// `hsync-backend copy`.
struct CopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy the data of a folder to an empty PostgreSQL database.",
    discussion: """
      Users, tokens, records and the state of all devices are copied in one transaction: an interrupted copy leaves the database empty.
      From its beginning, a server of the folder answers 503 with Retry-After. Afterwards, serve the database instead; devices go on there.
      """)

  @Option(help: ArgumentHelp("The data folder to copy.", valueName: "DIR"), completion: .directory)
  var from: String

  @Option(help: ArgumentHelp("The database: a connection URI without a password, or @FILE for one in a file.", valueName: "URL"))
  var to: String?

  @Flag(help: "Copy nothing; let the folder be served again, after a copy.")
  var reopen = false

  @Flag(help: "Print what was copied as a JSON object: users, records, devices, tokens, events.")
  var json = false

  func validate() throws {
    guard reopen != (to != nil) else {
      throw ValidationError(reopen ? "--to and --reopen exclude each other" : "--to is missing: give the address of an empty database")
    }
    guard let to else { return }
    guard !to.isEmpty else { throw ValidationError("--to is empty: give an address, or @FILE for one in a file") }
    try DataPlace.requireNoPassword(in: to, option: "--to")
  }

  func run() async throws {
    let copy = try FolderCopy(from: from)
    guard let to else {
      try copy.reopen()
      StandardStreams.notice("\(from) can be served again")
      return
    }
    let progress = CopyProgress()
    let counts: CopyCounts
    do {
      counts = try copy.run(to: DataPlace.address(to), now: WallClock.nowMs) { progress.show($0, of: $1) }
    } catch {
      progress.end()
      throw error
    }
    progress.end()
    if json { StandardStreams.answer(counts.json) }
    StandardStreams.notice(
      """
      copied \(counts.users.of("user")), \(counts.records.of("record")) and \(counts.devices.of("device")). Serve the database now; the folder is closed.
      """)
  }
}

/// A line of progress on a terminal, at most ten times a second.
private final class CopyProgress {
  private let isShown = isatty(STDERR_FILENO) == 1
  private var shownAtMs: Int64 = 0

  func show(_ copied: CopyCounts, of total: CopyCounts) {
    let nowMs = WallClock.sinceBootMs()
    guard isShown, nowMs - shownAtMs >= 100 else { return }
    shownAtMs = nowMs
    StandardStreams.write(
      "\r\u{1B}[Kcopied \(copied.users) of \(total.users) users, \(copied.records) of \(total.records) records", to: STDERR_FILENO)
  }

  /// Removes the line.
  func end() {
    if shownAtMs > 0 { StandardStreams.write("\r\u{1B}[K", to: STDERR_FILENO) }
  }
}
