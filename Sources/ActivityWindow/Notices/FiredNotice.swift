import HealthModel

/// A notice that was delivered: what the next plan must know about it.
package struct FiredNotice: Sendable, Hashable {
  /// The notice's id.
  package let id: String
  /// The mode.
  package let mode: ActivityMode
  /// The local date of the window at the place.
  package let date: Day
  /// The starts of the windows that it announced, milliseconds since 1970; none of a heat warning.
  package let windowStartsMs: [Int64]
  /// The time of delivery, milliseconds since 1970.
  package let firedAtMs: Int64

  /// A delivered notice with everything given.
  package init(id: String, mode: ActivityMode, date: Day, windowStartsMs: [Int64], firedAtMs: Int64) {
    self.id = id
    self.mode = mode
    self.date = date
    self.windowStartsMs = windowStartsMs
    self.firedAtMs = firedAtMs
  }

  /// The record of a notice that is delivered now.
  package init(_ notice: CoastNotice, firedAtMs: Int64) {
    self.init(
      id: notice.id, mode: notice.mode, date: notice.date, windowStartsMs: notice.announcedMs, firedAtMs: firedAtMs)
  }
}
