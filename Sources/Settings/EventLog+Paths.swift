import HealthDesk

extension EventLog {
  /// That of the person: `$XDG_STATE_HOME/hsync`.
  package init(_ paths: Paths) { self.init(folder: paths.home("XDG_STATE_HOME", ".local/state") + "/hsync") }
}
