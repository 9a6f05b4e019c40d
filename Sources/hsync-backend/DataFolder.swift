import ArgumentParser
import FoundationEssentials
import Glibc
import HealthModel
import SyncBackend

/// `--data DIR`, which every command takes.
struct DataFolder: ParsableArguments {
  @Option(
    name: .customLong("data"),
    help: ArgumentHelp("The data folder.", discussion: "Default: $XDG_DATA_HOME/hsync-backend", valueName: "DIR"), completion: .directory
  )
  var path: String?

  /// The folder given, else the usual one of the environment.
  func resolved() throws -> String {
    if let path { return path }
    let environment = ProcessInfo.processInfo.environment
    // A relative XDG path is to be ignored (XDG Base Directory Specification).
    if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") { return base + "/hsync-backend" }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.local/share/hsync-backend" }
    throw ValidationError("HOME isn't set; name the data folder with --data DIR")
  }

  /// The users of the backend in the folder. `makesFolder`: whether it may be made.
  func users(makesFolder: Bool = false) throws -> UserDirectory {
    try UserDirectory(at: .folder(resolved()), makesFolder: makesFolder, now: WallClock.nowMs)
  }
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
