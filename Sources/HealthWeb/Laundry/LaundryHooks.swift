import HealthDesk
import HealthStore

/// Runs the user's command for events of laundry pets, one after the other, beside the requests.
final class LaundryHooks: Sendable {
  private let settings: LiveSettings
  private let lanes = WorkLanes("hsync.laundry", count: 1)

  init(_ settings: LiveSettings) { self.settings = settings }

  /// Runs the command for an event. It isn't waited for.
  func run(_ event: LaundryEvent) {
    let hook = settings.laundryHook
    Task { [lanes] in try? await lanes.run { hook.run(event) } }
  }
}
