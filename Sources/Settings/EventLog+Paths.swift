import HealthDesk

extension EventLog {
  /// That of the person: `$XDG_STATE_HOME/hsync`.
  package init(_ paths: Paths) { self.init(folder: paths.home("XDG_STATE_HOME", ".local/state") + "/hsync") }
}

extension Events {
  /// The person's log, as the settings have it.
  package init(_ settings: Configuration, paths: Paths) {
    self.init(
      log: EventLog(paths), isKept: settings.keepsEvents, isSent: settings.sendsEvents, folders: settings.healthFolders,
      clock: LocalClock.wall)
  }
}
