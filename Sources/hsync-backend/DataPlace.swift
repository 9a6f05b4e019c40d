import ArgumentParser
import Files
import FoundationEssentials
import Glibc
import HealthModel
import SyncBackend

/// `--data DIR` or `--database URL`, which every command takes.
struct DataPlace: ParsableArguments {
  @Option(
    name: .customLong("data"),
    help: ArgumentHelp("The data folder.", discussion: "Default: $XDG_DATA_HOME/hsync-backend", valueName: "DIR"), completion: .directory
  )
  var path: String?

  @Option(
    name: .customLong("database"),
    help: ArgumentHelp(
      "A PostgreSQL database instead of a folder.",
      discussion: """
        A connection URI without a password, like postgres://hsync@db.example.org/hsync, or @FILE for one in a file.
        HSYNC_BACKEND_DATABASE does the same.
        """, valueName: "URL"))
  var database: String?

  /// The name of the environment variable with the database.
  private static let variable = "HSYNC_BACKEND_DATABASE"

  func validate() throws {
    guard path == nil || database == nil else { throw ValidationError("--data and --database exclude each other") }
    if database?.isEmpty == true { throw ValidationError("--database is empty: give an address, or @FILE for one in a file") }
    if let database { try DataPlace.requireNoPassword(in: database, option: "--database") }
  }

  /// Whether the data are in a database, not in a folder.
  var isDatabase: Bool { path == nil && databaseText != nil }

  /// The address, or `@FILE`, given or of the environment; `nil` = none.
  private var databaseText: String? {
    let text = database ?? ProcessInfo.processInfo.environment[DataPlace.variable]
    return text?.isEmpty == false ? text : nil
  }

  /// The place given, else the one of the environment, else the usual folder.
  func place(connections: Int = 2) throws -> BackendPlace {
    if let path { return .folder(path) }
    if let text = databaseText { return .postgres(try DataPlace.address(text), connections: connections) }
    let environment = ProcessInfo.processInfo.environment
    // A relative XDG path is to be ignored (XDG Base Directory Specification).
    if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") { return .folder(base + "/hsync-backend") }
    if let home = environment["HOME"], home.hasPrefix("/") { return .folder(home + "/.local/share/hsync-backend") }
    throw ValidationError("HOME isn't set; name the data folder with --data DIR")
  }

  /// The users of the backend. `makesFolder`: whether a folder may be made.
  func users(makesFolder: Bool = false) throws -> UserDirectory {
    try UserDirectory(at: place(), makesFolder: makesFolder, now: WallClock.nowMs)
  }

  /// Whether a text names a database, by its address or `@FILE`, and not a folder.
  static func namesDatabase(_ text: String) -> Bool {
    text.hasPrefix("@") || text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// Throws when an address on the command line has a password.
  static func requireNoPassword(in text: String, option: String) throws {
    if !text.hasPrefix("@"), BackendPlace.hasPassword(text) {
      throw ValidationError(
        "a password on a command line can be read by others: put the address into a file, and name it with \(option) @FILE")
    }
  }

  /// The address itself, or the first line of the file that `@FILE` names.
  static func address(_ text: String) throws -> String {
    guard text.hasPrefix("@") else { return text }
    let file = String(text.dropFirst())
    let bytes = try contents(of: file)
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 1).first ?? ""
    let address = String(line.trimmingPrefix { $0 == " " }.reversed().trimmingPrefix { $0 == " " || $0 == "\r" }.reversed())
    var status = stat()
    if BackendPlace.hasPassword(address), stat(file, &status) == 0, status.st_mode & 0o077 != 0 { throw BackendError.exposed(file) }
    return address
  }

  /// The bytes of a small file or pipe.
  private static func contents(of file: String) throws(BackendError) -> [UInt8] {
    func reason() -> String { String(cString: strerror(errno)).lowercased() }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(file, reason()) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = chunk.withUnsafeMutableBytes { readPart(of: descriptor, into: $0) }
      guard count >= 0 else { throw .unreadable(file, reason()) }
      if count == 0 { return bytes }
      bytes += chunk.prefix(count)
      if bytes.count > mostBytes { throw .unreadable(file, "it has more than \(mostBytes) bytes") }
    }
  }

  /// The largest file with an address.
  private static let mostBytes = 65_536
}

/// The time of day, read here alone.
enum WallClock {
  /// Milliseconds since 1970.
  static let nowMs: @Sendable () -> Int64 = { read(CLOCK_REALTIME) }

  /// Milliseconds since the machine was started, those in which it was suspended included.
  static let sinceBootMs: @Sendable () -> Int64 = { read(CLOCK_BOOTTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
