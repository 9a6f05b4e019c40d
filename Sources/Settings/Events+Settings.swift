import HealthDesk

extension Events {
  /// The person's log, as the settings have it.
  package init(_ settings: Configuration, paths: Paths) {
    self.init(
      log: EventLog(paths), isKept: settings.keepsEvents, isSent: settings.sendsEvents, folders: settings.healthFolders,
      clock: LocalClock.wall)
  }
}
