import HealthModel

extension Failures {
  /// None yet; each is reported on standard error.
  init() { self.init { Output.report($0) } }
}
