/// A limit on wrong codes: a number in ten minutes for all clients together. After that, no code is checked until the oldest is ten
/// minutes old.
package struct GuessLimit: Sendable, Equatable {
  /// Wrong codes in a span.
  package static let most = 10
  /// The span, in milliseconds.
  package static let spanMs: Int64 = 10 * 60_000

  private var wrongAtMs: [Int64] = []

  /// Without a wrong code yet.
  package init() {}

  /// The seconds after which a code may be tried; `nil` = at once.
  package mutating func wait(atMs nowMs: Int64) -> Int? {
    // A time to come is of a clock that was put back since.
    wrongAtMs.removeAll { nowMs - $0 >= GuessLimit.spanMs || $0 > nowMs }
    guard wrongAtMs.count >= GuessLimit.most, let oldest = wrongAtMs.first else { return nil }
    return Int((oldest + GuessLimit.spanMs - nowMs + 999) / 1000)
  }

  /// Counts a wrong code.
  package mutating func noteWrong(atMs nowMs: Int64) { wrongAtMs.append(nowMs) }
}
