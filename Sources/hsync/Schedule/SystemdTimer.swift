import Foundation
import HealthModel
import Settings

/// A timer of the systemd that each user has.
struct SystemdTimer {
  private let systemctl: Tool
  private let paths: Paths
  /// `~/.config/systemd/user`.
  private let folder: String

  /// `nil` when systemd isn't installed.
  init?(paths: Paths = Paths()) {
    guard let systemctl = Tool("systemctl", paths: paths) else { return nil }
    self.systemctl = systemctl
    self.paths = paths
    folder = paths.home("XDG_CONFIG_HOME", ".config") + "/systemd/user"
  }

  private var files: [(path: String, name: String)] {
    [SystemdUnits.service, SystemdUnits.timer].map { ("\(folder)/\($0)", $0) }
  }

  /// Whether the user's systemd answers; in a container, or after `su`, there often is none.
  var isAvailable: Bool { (try? systemctl.run(["--user", "show", "--property=Version"]))?.status == 0 }

  /// Writes the units and starts the timer; one that is there is replaced.
  func install(_ units: SystemdUnits) throws {
    let isReplaced = isInstalled
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for (file, text) in zip(files, [units.serviceText, units.timerText]) {
      do {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.path), options: .atomic)
      } catch {
        throw CommandError(.cantCreate, "\(file.path) can't be written", hint: "check the folder's rights and space")
      }
    }
    do {
      try systemctl.succeed(["--user", "daemon-reload"])
      try systemctl.succeed(["--user", "enable", "--now", SystemdUnits.timer])
      // A timer that runs already keeps its old times until it is started anew.
      if isReplaced { try systemctl.succeed(["--user", "restart", SystemdUnits.timer]) }
    } catch {
      if !isReplaced { try? remove() }
      throw error
    }
  }

  /// Whether hsync's units exist.
  var isInstalled: Bool { files.contains { FileManager.default.fileExists(atPath: $0.path) } }

  /// Stops the timer and takes away all that `install` and systemd made for it. A run that goes on now goes on to its end.
  func remove() throws {
    let isAvailable = isAvailable
    if isAvailable {
      _ = try systemctl.run(["--user", "disable", "--now", SystemdUnits.timer])
      _ = try systemctl.run(["--user", "clean", "--what=state", SystemdUnits.timer])
    }
    let stamp = paths.home("XDG_DATA_HOME", ".local/share") + "/systemd/timers/stamp-\(SystemdUnits.timer)"
    for path in files.map(\.path) + ["\(folder)/timers.target.wants/\(SystemdUnits.timer)", stamp]
    where unlink(path) != 0 && errno != ENOENT {
      throw CommandError(.noPermission, "\(path) can't be removed: \(String(cString: strerror(errno)))")
    }
    // Folders that nobody else uses.
    rmdir("\(folder)/timers.target.wants")
    rmdir(folder)
    guard isAvailable else { return }
    _ = try systemctl.run(["--user", "daemon-reload"])
    _ = try systemctl.run(["--user", "reset-failed", SystemdUnits.service, SystemdUnits.timer])
  }

  /// `nil` = not installed.
  func state() throws -> ScheduleState? {
    guard let text = try? String(contentsOfFile: files[1].path, encoding: .utf8), let mark = ScheduleMark(in: text) else { return nil }
    let log = "journalctl --user -u \(SystemdUnits.service)"
    var state = ScheduleState(keeper: .systemd, mark: mark, isActive: false, log: log)
    state.isActive = try systemctl.run(["--user", "is-active", SystemdUnits.timer]).status == 0
    let timers = try systemctl.run(["--user", "list-timers", "--all", "--output=json", SystemdUnits.timer])
    let timer = (try? JSON(parsing: timers.out))?.array?.first ?? .null
    func ms(_ key: String) -> Int64? { timer[key].int.flatMap { $0 > 0 && $0 < .max / 2 ? $0 / 1000 : nil } }
    state.nextRunMs = ms("next")
    state.lastRunMs = ms("last")
    let service = try systemctl.run([
      "--user", "show", "--property=ExecMainStatus", "--property=ExecMainExitTimestampMonotonic", SystemdUnits.service,
    ])
    let values = service.text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    func value(_ name: String) -> Int? { values.first { $0.first == name && $0.count == 2 }.flatMap { Int($0[1]) } }
    if value("ExecMainExitTimestampMonotonic").map({ $0 > 0 }) == true { state.lastStatus = value("ExecMainStatus") }
    return state
  }

  /// Whether the user's systemd goes on when the user isn't logged in. `nil` = not known.
  var lingers: Bool? {
    guard let loginctl = Tool("loginctl", paths: paths),
      let outcome = try? loginctl.run(["show-user", String(getuid()), "--property=Linger", "--value"]), outcome.status == 0
    else { return nil }
    return outcome.text == "yes"
  }
}
