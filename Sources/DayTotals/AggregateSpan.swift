/// A sum or a mean that another program made over a span of time, as it counts for one day (Health Auto Export's hours and days).
package struct AggregateSpan: Sendable, Hashable {
  /// Milliseconds UTC, inside the day it counts for.
  package var startMs: Int64
  /// First instant after it, milliseconds UTC.
  package var endMs: Int64
  /// In the unit of its measure. Of a sum over several days (`isShare`) the day's even share.
  package var value: Double
  /// Place of the source in the caller's list.
  package var source: Int32
  /// The source's rank, 0 = best.
  package var rank: Int32
  /// Its recency; of two accounts of one span the more recent counts.
  package var recency: Recency
  /// Whether the length of the span is inferred: the export neither states nor proves it.
  package var isGuess: Bool
  /// Whether it is over all sources (`Watch|iPhone`, or a program's own sum) rather than what one device counted.
  package var isMerged: Bool
  /// Whether it is a day's share of a sum over a week, a month or a year.
  package var isShare: Bool

  /// An aggregate with everything given.
  package init(
    startMs: Int64, endMs: Int64, value: Double, source: Int32, rank: Int32, recency: Recency, isGuess: Bool = false,
    isMerged: Bool = false, isShare: Bool = false
  ) {
    self.startMs = startMs
    self.endMs = endMs
    self.value = value
    self.source = source
    self.rank = rank
    self.recency = recency
    self.isGuess = isGuess
    self.isMerged = isMerged
    self.isShare = isShare
  }
}
