import HealthModel
import Settings

/// The one schedule that a user has: by systemd where there is one, else by cron.
struct Schedule {
  private let systemd: SystemdTimer?
  private let cron: CronJob?

  init(paths: Paths = Paths()) {
    systemd = SystemdTimer(paths: paths)
    cron = CronJob(paths: paths)
  }

  /// Installs the schedule, replacing any other, and returns its state.
  ///
  /// - Parameter keeper: The program to start the runs; `nil` = systemd if available, else cron.
  /// - Throws: kind `.unavailable` when neither is available, `.usage` when cron can't express the interval.
  func install(_ run: ScheduledRun, _ mark: ScheduleMark, by keeper: ScheduleState.Keeper?) throws -> ScheduleState? {
    switch try keeper ?? available() {
    case .systemd:
      guard let systemd, systemd.isAvailable else {
        throw CommandError(.unavailable, "this user has no systemd instance", hint: "use cron: hsync schedule install --cron")
      }
      try systemd.install(SystemdUnits(run: run, mark: mark))
      // A table that can't be read has no line of ours that we know of.
      if let cron, (try? cron.isInstalled()) == true { try cron.remove() }
    case .cron:
      guard let cron else { throw CommandError(.unavailable, "there is no cron here", hint: "install it, or use: hsync sync --watch") }
      try cron.install(run, mark)
      if let systemd, systemd.isInstalled { try systemd.remove() }
    }
    return try state()
  }

  /// Removes the schedule from systemd or cron. `false` = there was none.
  func remove() throws -> Bool {
    var isRemoved = false
    if let systemd, systemd.isInstalled {
      try systemd.remove()
      isRemoved = true
    }
    if let cron, try cron.isInstalled() {
      try cron.remove()
      isRemoved = true
    }
    return isRemoved
  }

  /// Returns the state of the schedule. `nil` = there is none.
  func state() throws -> ScheduleState? {
    if let state = try systemd?.state() { return state }
    return try cron?.state(nowMs: LocalClock.nowMs)
  }

  /// Whether the timer runs only while the user is logged in.
  var endsAtLogout: Bool { systemd?.lingers == false }

  private func available() throws -> ScheduleState.Keeper {
    if systemd?.isAvailable == true { return .systemd }
    if cron != nil { return .cron }
    throw CommandError(
      .unavailable, "neither a systemd user instance nor cron is available", hint: "install cron, or use: hsync sync --watch")
  }
}
