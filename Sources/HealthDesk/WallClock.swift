import HealthModel

/// The user's clock and time zone, given by the program that calls.
package protocol WallClock: Sendable {
  /// The current time, in milliseconds since 1970.
  var nowMs: Int64 { get }

  /// The instant `ms` milliseconds after 1970, with the offset of the user's zone at that instant.
  func moment(atMs ms: Int64) -> Moment

  /// The instant at which clocks in the user's zone show that time. A time that daylight saving skips is moved on.
  func moment(on day: Day, hour: Int, minute: Int) -> Moment
}

extension WallClock {
  /// The current time, with the offset of the user's zone.
  package var now: Moment { moment(atMs: nowMs) }
}
