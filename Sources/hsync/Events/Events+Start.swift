import HealthDesk
import Settings

extension Events {
  /// The person's log, as the settings have it at the program's start.
  static let atStart = Events(.atStart, paths: Paths())
}
