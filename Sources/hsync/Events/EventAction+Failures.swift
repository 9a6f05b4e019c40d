import HealthDesk

extension EventAction {
  /// Records that it failed; of several errors the worst.
  func ended(with error: any Error) { failed((error as? Failures)?.worst ?? error) }
}
