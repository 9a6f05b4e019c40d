/// The judge's decision on one fit.
package enum Verdict: Sendable, Hashable {
  /// Counts with this strength, 0.5 or more, towards the 1 that a code needs.
  case accepted(strength: Float)
  /// Doesn't count.
  case refused(Reason)

  /// The reason why a fit doesn't count. The raw values are a contract: `scan --explain --json` prints them.
  package enum Reason: String, Sendable, CaseIterable {
    /// The symbol's model leaves too much of the profile unexplained.
    case poorFit = "poor_fit"
    /// Another valid code fits nearly as well.
    case closeRival = "close_rival"
    /// The code follows only from the check digit: the bars alone give another one.
    case repaired
    /// A UPC-E of number system 1, which isn't given out for products: it is half of an EAN-13.
    case numberSystem = "number_system"
    /// A UPC-E whose ink spread is at the end of the scale.
    case extremeInk = "extreme_ink"
  }
}
