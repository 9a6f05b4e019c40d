/// The explanation of a day's total: each layer's contribution, and the amounts left out with the layer that had the time.
package struct Contributions: MergeWitness, Sendable {
  package static var wantsReasons: Bool { true }

  /// One layer's part in the day.
  package struct Part: Sendable, Hashable {
    /// The amount that counted, in the measure's unit.
    package var value = 0.0
    /// The time that counted, milliseconds; moments have none. Samples of one source that overlap count each.
    package var ms: Int64 = 0
    /// The time spans, in milliseconds since 1970, in the order in which they were added; adjacent spans are merged.
    package var spans: [Range<Int64>] = []
    /// The amounts that didn't count, by the layer that had the time; by its own index when a more recently written
    /// sample of the same source had it.
    package var leftOut: [Int32: Left] = [:]
    /// The amounts that are of another type, by that.
    package var elsewhere: [String: Left] = [:]
  }

  /// An amount that was left out.
  package struct Left: Sendable, Hashable {
    /// In the measure's unit.
    package var value = 0.0
    /// Milliseconds.
    package var ms: Int64 = 0
    /// The time spans, as in `Part`.
    package var spans: [Range<Int64>] = []
  }

  /// One per layer, in the order of the layers.
  package private(set) var parts: [Part]
  private let day: Range<Int64>

  /// Creates empty contributions.
  /// - Parameter day: first instant of the day and first after it; anything outside is dropped.
  package init(layers: Int, day: Range<Int64>) {
    parts = Array(repeating: Part(), count: layers)
    self.day = day
  }

  package mutating func counted(_ layer: Int32, fromMs: Int64, toMs: Int64, value: Double) {
    guard let (span, share) = clipped(fromMs, toMs, value) else { return }
    parts[Int(layer)].value += share
    parts[Int(layer)].ms += Int64(span.count)
    Contributions.note(span, in: &parts[Int(layer)].spans)
  }

  package mutating func leftOut(_ layer: Int32, fromMs: Int64, toMs: Int64, value: Double, becauseOf other: Int32) {
    guard let (span, share) = clipped(fromMs, toMs, value) else { return }
    parts[Int(layer)].leftOut[other, default: Left()].value += share
    parts[Int(layer)].leftOut[other, default: Left()].ms += Int64(span.count)
    Contributions.note(span, in: &parts[Int(layer)].leftOut[other, default: Left()].spans)
  }

  package mutating func countedElsewhere(_ layer: Int32, fromMs: Int64, toMs: Int64, value: Double, as type: String) {
    guard let (span, share) = clipped(fromMs, toMs, value) else { return }
    parts[Int(layer)].elsewhere[type, default: Left()].value += share
    parts[Int(layer)].elsewhere[type, default: Left()].ms += Int64(span.count)
    Contributions.note(span, in: &parts[Int(layer)].elsewhere[type, default: Left()].spans)
  }

  private static func note(_ span: Range<Int64>, in spans: inout [Range<Int64>]) {
    if let last = spans.last, span.lowerBound <= last.upperBound, span.upperBound >= last.lowerBound {
      spans[spans.count - 1] = min(last.lowerBound, span.lowerBound)..<max(last.upperBound, span.upperBound)
    } else {
      spans.append(span)
    }
  }

  /// The part inside the day; `nil` if none is.
  private func clipped(_ fromMs: Int64, _ toMs: Int64, _ value: Double) -> (span: Range<Int64>, share: Double)? {
    guard toMs > fromMs else { return day.contains(fromMs) ? (fromMs..<fromMs, value) : nil }
    let from = max(fromMs, day.lowerBound)
    let to = min(toMs, day.upperBound)
    guard to > from else { return nil }
    return (from..<to, value * (Double(to - from) / Double(toMs - fromMs)))
  }
}
