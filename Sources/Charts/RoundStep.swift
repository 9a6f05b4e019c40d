/// The distance of two ticks: 1, 2 or 5 times a power of ten.
struct RoundStep: Equatable {
  /// 1, 2 or 5.
  private let mantissa: Int
  /// -9…15.
  private let exponent: Int

  /// The smallest round step that is at least `least`; 1e-9 for less, NaN too.
  ///
  /// 0.3 → 0.5, 2 → 2, 2.1 → 5, 6 → 10.
  init(atLeast least: Double) {
    var step = RoundStep(mantissa: 1, exponent: -9)
    while step.times(1) < least, step.exponent < 15 { step = step.next }
    self = step
  }

  private init(mantissa: Int, exponent: Int) { (self.mantissa, self.exponent) = (mantissa, exponent) }

  /// The next larger one.
  var next: RoundStep {
    switch mantissa {
    case 1: RoundStep(mantissa: 2, exponent: exponent)
    case 2: RoundStep(mantissa: 5, exponent: exponent)
    default: RoundStep(mantissa: 1, exponent: exponent + 1)
    }
  }

  /// A multiple of the step, rounded once: three times 0.1 is 0.3.
  func times(_ count: Int) -> Double {
    var power = 1.0
    for _ in 0..<abs(exponent) { power *= 10 }
    let number = Double(count) * Double(mantissa)
    return exponent < 0 ? number / power : number * power
  }

  /// The largest multiple that isn't above `value`, as a count of steps; `value` is at most some thousand steps from zero.
  func floor(_ value: Double) -> Int {
    var count = Int((value / times(1)).rounded(.down))
    if times(count + 1) <= value { count += 1 }
    if times(count) > value { count -= 1 }
    return count
  }

  /// The smallest multiple that isn't below `value`, as a count of steps.
  func ceiling(_ value: Double) -> Int {
    let count = floor(value)
    return times(count) < value ? count + 1 : count
  }
}
