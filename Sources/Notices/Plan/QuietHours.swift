import HealthModel

/// The hours of each local day in which notices wait or are dropped, from a time up to, not including, another, which
/// may be on the next day.
package struct QuietHours: Sendable, Hashable {
  /// Minutes since local midnight, 0…1439.
  package let startMinute: Int
  /// Minutes since local midnight, 0…1439. Equal to the start = no quiet hours.
  package let endMinute: Int

  /// Quiet hours between two times. `nil` when a time isn't on the clock.
  package init?(startMinute: Int, endMinute: Int) {
    guard (0..<1440).contains(startMinute), (0..<1440).contains(endMinute) else { return nil }
    self.startMinute = startMinute
    self.endMinute = endMinute
  }

  /// The end of the quiet hours that an instant falls into. `nil` when it falls into none.
  ///
  /// Each day has them once. A start or an end that clocks show twice is the first one; one that daylight saving skips
  /// is moved on by the length of the gap. In Berlin, quiet hours from 22:00 to 02:30 end on 2026-03-29 at 03:30, and
  /// on 2026-10-25 at the first 02:30.
  ///
  /// - Parameter ms: Milliseconds UTC.
  package func end(at ms: Int64, in zone: ZoneRules) -> Int64? {
    guard startMinute != endMinute else { return nil }
    let today = zone.moment(atMs: ms).day
    for offset in -1...1 {
      let day = today.adding(offset)
      let start = zone.moment(on: day, minute: startMinute).ms
      let end = zone.moment(on: endMinute > startMinute ? day : day.adding(1), minute: endMinute).ms
      if start <= ms, ms < end { return end }
    }
    return nil
  }
}
