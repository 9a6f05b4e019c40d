import HealthModel
import Settings

/// A timer of the systemd that each user has.
struct SystemdTimer {
  private let systemd: UserSystemd

  /// `nil` when systemd isn't installed.
  init?(paths: Paths = Paths()) {
    guard let systemd = UserSystemd(paths: paths) else { return nil }
    self.systemd = systemd
  }

  /// Whether the user's systemd answers.
  var isAvailable: Bool { systemd.isAvailable }

  /// Whether the user's systemd goes on when the user isn't logged in. `nil` = not known.
  var lingers: Bool? { systemd.lingers }

  /// Writes the units and starts the timer; one that is there is replaced.
  func install(_ units: SystemdUnits) throws {
    let isReplaced = isInstalled
    try systemd.write(units.serviceText, to: SystemdUnits.service)
    try systemd.write(units.timerText, to: SystemdUnits.timer)
    do {
      try systemd.systemctl.succeed(["--user", "daemon-reload"])
      try systemd.systemctl.succeed(["--user", "enable", "--now", SystemdUnits.timer])
      // A timer that runs already keeps its old times until it is started anew.
      if isReplaced { try systemd.systemctl.succeed(["--user", "restart", SystemdUnits.timer]) }
    } catch {
      if !isReplaced { try? remove() }
      throw error
    }
  }

  /// Whether hsync's units exist.
  var isInstalled: Bool { systemd.has(SystemdUnits.service) || systemd.has(SystemdUnits.timer) }

  /// Stops the timer and takes away all that `install` and systemd made for it. A run that goes on now goes on to its end.
  func remove() throws {
    let (isAvailable, systemctl) = (isAvailable, systemd.systemctl)
    if isAvailable {
      _ = try systemctl.run(["--user", "disable", "--now", SystemdUnits.timer])
      _ = try systemctl.run(["--user", "clean", "--what=state", SystemdUnits.timer])
    }
    let stamp = systemd.paths.home("XDG_DATA_HOME", ".local/share") + "/systemd/timers/stamp-\(SystemdUnits.timer)"
    try systemd.remove(
      [SystemdUnits.service, SystemdUnits.timer, "timers.target.wants/\(SystemdUnits.timer)"].map(systemd.path) + [stamp])
    guard isAvailable else { return }
    _ = try systemctl.run(["--user", "daemon-reload"])
    _ = try systemctl.run(["--user", "reset-failed", SystemdUnits.service, SystemdUnits.timer])
  }

  /// `nil` = not installed.
  func state() throws -> ScheduleState? {
    guard let text = try? String(contentsOfFile: systemd.path(of: SystemdUnits.timer), encoding: .utf8), let mark = ScheduleMark(in: text)
    else { return nil }
    let log = "journalctl --user -u \(SystemdUnits.service)"
    var state = ScheduleState(keeper: .systemd, mark: mark, isActive: false, log: log)
    state.isActive = try systemd.systemctl.run(["--user", "is-active", SystemdUnits.timer]).status == 0
    let timers = try systemd.systemctl.run(["--user", "list-timers", "--all", "--output=json", SystemdUnits.timer])
    let timer = (try? JSON(parsing: timers.out))?.array?.first ?? .null
    func ms(_ key: String) -> Int64? { timer[key].int.flatMap { $0 > 0 && $0 < .max / 2 ? $0 / 1000 : nil } }
    state.nextRunMs = ms("next")
    state.lastRunMs = ms("last")
    state.lastStatus = try systemd.lastStatus(of: SystemdUnits.service)
    return state
  }
}
