/// The values of an axis: from where to where, and the two to four round ticks on it.
struct ValueScale: Equatable {
  /// The value at the bottom; always less than `high`.
  private(set) var low: Double
  /// The value at the top.
  private(set) var high: Double
  /// Rising, within `low...high`, multiples of one `RoundStep`.
  let ticks: [Double]

  /// The scale of bars: with zero, and up to a little above the largest value, or to a tick if one is near. Values that aren't finite don't count.
  ///
  /// - Parameter leastStep: The ticks' smallest distance; 1 for counts.
  static func fromZero(_ values: [Double], leastStep: Double) -> ValueScale {
    let values = values.compactMap(plotted)
    let (low, high) = (min(values.min() ?? 0, 0), max(values.max() ?? 0, 0))
    guard low < high else { return ValueScale(from: 0, to: max(leastStep.isFinite ? leastStep : 0, 1) * 1.06, leastStep: leastStep) }
    let room = (high - low) * 0.06
    return ValueScale(from: low < 0 ? low - room : 0, to: high > 0 ? high + room : 0, leastStep: leastStep, reach: 1.25)
  }

  /// The scale of a line: around its values, with round ends. One value is in the middle of a fiftieth of it.
  static func around(_ values: [Double], leastStep: Double) -> ValueScale {
    let values = values.compactMap(plotted)
    guard var low = values.min(), var high = values.max() else { return fromZero([], leastStep: leastStep) }
    let least = max(max(abs(low), abs(high)) * 0.02, leastStep.isFinite ? leastStep : 0, 1e-6)
    if high - low < least {
      let middle = low / 2 + high / 2
      (low, high) = (middle - least / 2, middle + least / 2)
    }
    let fine = RoundStep(atLeast: (high - low) / 12)
    let room = (high - low) * 0.04
    return ValueScale(from: fine.times(fine.floor(low - room)), to: fine.times(fine.ceiling(high + room)), leastStep: leastStep)
  }

  /// Places ticks between two ends, and moves an end outwards where a single tick would be between them.
  ///
  /// - Parameter reach: A fourth tick above the upper end is taken in when it is at most so many times as high.
  private init(from low: Double, to high: Double, leastStep: Double, reach: Double = 1) {
    var step = RoundStep(atLeast: max((high - low) / 8, leastStep.isFinite ? leastStep : 0))
    func range(_ step: RoundStep) -> ClosedRange<Int> {
      let first = step.ceiling(low)
      return first...max(first, step.floor(high))
    }
    while range(step).count > 4 { step = step.next }
    var (first, last) = (step.ceiling(low), step.floor(high))
    while last <= first {
      if high - step.times(last) >= step.times(first) - low || low == 0 { last += 1 } else { first -= 1 }
    }
    if last - first < 3, high > 0, step.times(last + 1) <= high * reach { last += 1 }
    ticks = (first...last).map(step.times)
    self.low = min(low, step.times(first))
    self.high = max(high, step.times(last))
  }

  /// Returns the position of a value on the scale: 0 = bottom, 1 = top; values outside are clamped.
  func fraction(_ value: Double) -> Double {
    let bounded = min(max(ValueScale.plotted(value) ?? low, low), high)
    return (bounded - low) / (high - low)
  }

  /// The value as it is drawn: cut at ±1e15. `nil` for NaN and infinity, which count as missing.
  static func plotted(_ value: Double) -> Double? { value.isFinite ? min(max(value, -1e15), 1e15) : nil }
}
