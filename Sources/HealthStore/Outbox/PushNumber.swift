/// The number of a push, counted per device from 1; 0 before the first.
///
/// At most 2^53 − 1, so that it is exact in every JSON reader and never overflows: what an answer or an old library has beyond that isn't one.
package struct PushNumber: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// The largest: a push a second for 285 million years.
  package static let most: Int64 = 1 << 53 - 1

  /// 0…`most`.
  package let value: Int64

  /// `nil` for what isn't a push's number.
  package init?(_ value: Int64) {
    guard (0...PushNumber.most).contains(value) else { return nil }
    self.value = value
  }

  package init(integerLiteral value: Int64) { self.value = min(max(value, 0), PushNumber.most) }

  /// The one that follows; the largest follows itself, which a backend answers with a conflict that gives this device a new name.
  package var next: PushNumber { PushNumber(value + 1) ?? self }

  package var description: String { String(value) }

  package static func < (a: PushNumber, b: PushNumber) -> Bool { a.value < b.value }
}
