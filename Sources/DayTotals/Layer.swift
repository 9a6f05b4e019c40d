/// One source's samples of one measure, which share a rank.
package struct Layer: Sendable {
  /// Place of the source in the caller's list.
  package let source: Int32
  /// Whether the user entered these manually; such a layer ranks before all others.
  package let isUserEntered: Bool
  /// Whether only the last written one of overlapping samples of this source counts (Health Connect), rather than all
  /// of them (Apple).
  package let takesLatest: Bool
  /// Sorted by start.
  package var spans: [Span]
  /// When what this source measured isn't this measure; sorted by start, apart. Its time is still this source's: another
  /// source's account of the same time doesn't count either.
  package var rides: [Ride] = []

  /// A layer of samples that are sorted by start.
  package init(source: Int32, isUserEntered: Bool = false, takesLatest: Bool = false, spans: [Span] = []) {
    self.source = source
    self.isUserEntered = isUserEntered
    self.takesLatest = takesLatest
    self.spans = spans
  }
}
