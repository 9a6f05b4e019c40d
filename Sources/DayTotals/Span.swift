/// A sample as the rules see it: something that was measured from one instant to another.
package struct Span: Sendable, Hashable {
  /// First instant, milliseconds UTC.
  package var startMs: Int64
  /// First instant after it, milliseconds UTC; equal to `startMs` for something of a moment. Never less.
  package var endMs: Int64
  /// In the measure's unit, over the whole span.
  package var value: Double
  /// The time when it was last written, milliseconds UTC; `Int64.min` = not known.
  package var writtenMs: Int64

  /// A span with everything given.
  package init(startMs: Int64, endMs: Int64, value: Double, writtenMs: Int64 = .min) {
    self.startMs = startMs
    self.endMs = endMs
    self.value = value
    self.writtenMs = writtenMs
  }
}
