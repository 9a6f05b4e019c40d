import Notices

extension QuietHours {
  /// Reads `22:00-07:00`. `nil` when it isn't such a span.
  init?(_ text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(QuietHours.minute)
    guard ends.count == 2, let start = ends[0], let end = ends[1], start != end else { return nil }
    self.init(startMinute: start, endMinute: end)
  }

  /// Minutes since midnight of `07:00` or `7:00`.
  private static func minute(_ text: Substring) -> Int? {
    let parts = text.filter { $0 != " " }.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2, parts.joined().allSatisfy(\.isWholeNumber),
      let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }
}
