/// The time since an event, in words.
package struct Age: Sendable, Equatable {
  /// The age in milliseconds; negative if a clock was set back.
  package let ms: Int64

  /// - Parameter ms: how long it is ago, in milliseconds.
  package init(ms: Int64) { self.ms = ms }

  /// Creates the age of an instant, both in milliseconds since 1970. Impossible times, which a file may hold, give the
  /// largest age.
  package init(of instantMs: Int64, at nowMs: Int64) {
    let (ms, isBeyond) = nowMs.subtractingReportingOverflow(instantMs)
    self.ms = isBeyond ? (instantMs < 0 ? .max : .min) : ms
  }
}
