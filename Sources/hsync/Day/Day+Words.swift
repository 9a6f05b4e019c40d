import HealthModel

extension Day {
  /// `Tue 2026-02-10`.
  var title: String { "\(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday - 1]) \(self)" }
}
