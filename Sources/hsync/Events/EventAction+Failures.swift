import HealthDesk

extension EventAction {
  /// Records the failure of the action; of several errors, the worst.
  func ended(with error: any Error) { failed((error as? Failures)?.worst ?? error) }
}
