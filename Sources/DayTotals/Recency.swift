/// The recency of an account of a span: first by until when its export knows, then by when it was imported.
///
/// An export of Thursday morning says 100 steps for Thursday, one of Saturday 7,000: 7,000 count, in whichever order
/// they are imported.
package struct Recency: Sendable, Hashable, Comparable {
  /// Until when the export knows, milliseconds UTC: its own date, else the newest time in it. `nil` = not known, which
  /// comes before all others.
  package var knownUntilMs: Int64?
  /// The import that brought it; decides between exports that know until the same time.
  package var importNumber: Int64

  /// A recency with everything given.
  package init(knownUntilMs: Int64?, importNumber: Int64) {
    self.knownUntilMs = knownUntilMs
    self.importNumber = importNumber
  }

  /// Whether `a` is older than `b`.
  package static func < (a: Recency, b: Recency) -> Bool {
    (a.knownUntilMs ?? .min, a.importNumber) < (b.knownUntilMs ?? .min, b.importNumber)
  }

  /// Whether the export knows longer than another's, whenever they were imported.
  package func knowsLonger(than other: Recency) -> Bool { (knownUntilMs ?? .min) > (other.knownUntilMs ?? .min) }
}
