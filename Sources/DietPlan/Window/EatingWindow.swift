import HealthModel

/// The hours of the day in which the user eats. It doesn't cross midnight.
package struct EatingWindow: Sendable, Hashable {
  /// The length of a valid window, minutes.
  package static let lengthMin = 360
  /// Numbers of eating times that are valid.
  package static let mealCounts = 2...5
  /// Minutes after the end within which eating gets no warning.
  package static let graceMin = 120
  /// 12:00–18:00.
  package static let preset = EatingWindow(startMin: 720, endMin: 1080)

  /// The start, minutes since local midnight; inside the window.
  package let startMin: Int
  /// The end, minutes since local midnight; inside the window.
  package let endMin: Int

  /// A window with any borders; `faults` validates them.
  package init(startMin: Int, endMin: Int) { (self.startMin, self.endMin) = (startMin, endMin) }

  /// The 6-hour window from a minute of the day on.
  package init(startMin: Int) { self.init(startMin: startMin, endMin: startMin + EatingWindow.lengthMin) }

  /// Whether a minute of the day lies inside, borders included.
  package func contains(_ minute: Int) -> Bool { startMin <= minute && minute <= endMin }

  /// Eating times at its start, in its middle and at its end: 12:00, 15:00, 18:00.
  package var presetMealTimes: [Int] { [startMin, (startMin + endMin) / 2, endMin] }

  /// The faults of the window: not within a day, or not 6 hours long.
  package var faults: [DietFault] {
    // Compared before anything is subtracted: the borders may be any numbers.
    guard (0..<1440).contains(startMin), startMin <= endMin, endMin < 1440 else { return [.windowLeavesDay(self)] }
    return endMin - startMin == EatingWindow.lengthMin ? [] : [.windowLength(minutes: endMin - startMin, needed: EatingWindow.lengthMin)]
  }

  /// The faults of eating times: too few, too many, repeated, or outside the window.
  package func faults(ofMealTimes times: [Int]) -> [DietFault] {
    var faults: [DietFault] = []
    if !EatingWindow.mealCounts.contains(times.count) { faults.append(.mealCount(times.count, allowed: EatingWindow.mealCounts)) }
    var seen: Set<Int> = []
    for time in times.prefix(100) {
      if !seen.insert(time).inserted { faults.append(.mealTimeRepeated(minute: time)) }
      if !contains(time) { faults.append(.mealTimeOutside(minute: time, window: self)) }
    }
    return faults
  }
}
