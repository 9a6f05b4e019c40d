import HealthModel

/// The addition behind `nothing from … to …`.
enum NewestDay {
  /// `; the newest is of 2026-02-10`; nothing when there is none.
  ///
  /// - Parameter day: The latest day with data of the kind.
  static func words(_ day: Day?) -> String { day.map { "; the newest is of \($0)" } ?? "" }
}
