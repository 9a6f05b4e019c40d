/// An interval that divides an hour or a day evenly, so that it can be expressed as calendar times.
struct EvenInterval: Equatable {
  /// 1…1440.
  let minutes: Int

  /// `nil` when neither an hour nor a day is a multiple of it.
  init?(_ interval: IntervalArgument) {
    let minutes = interval.minutes
    guard 60 % minutes == 0 || (minutes % 60 == 0 && 1440 % minutes == 0) else { return nil }
    self.minutes = minutes
  }

  /// As systemd.time(7) writes it: `*:0/15`, `0/2:00`.
  var calendar: String {
    if minutes == 1440 { return "*-*-* 00:00" }
    return minutes < 60 ? "*:0/\(minutes)" : "0/\(minutes / 60):00"
  }

  /// The first two fields of a line of crontab(5), so many minutes after the full hour or day: `7,22,37,52 *`, `12 1,3,5,…`.
  ///
  /// - Parameter offset: 0..<`minutes`, so that not all machines of the world call at once.
  func cronFields(offset: Int) -> String {
    if minutes == 1 { return "* *" }
    if minutes <= 60 { return list(from: offset, step: minutes, below: 60) + " *" }
    return "\(offset % 60) \(list(from: offset / 60, step: minutes / 60, below: 24))"
  }

  private func list(from start: Int, step: Int, below end: Int) -> String {
    stride(from: start, to: end, by: step).map(String.init).joined(separator: ",")
  }

  /// The closest ones to an interval that isn't even.
  static func nearest(_ interval: IntervalArgument) -> (shorter: IntervalArgument, longer: IntervalArgument) {
    func search(_ step: Int) -> IntervalArgument {
      var minutes = interval.minutes
      while EvenInterval(IntervalArgument(minutes: minutes)) == nil { minutes += step }
      return IntervalArgument(minutes: minutes)
    }
    return (search(-1), search(1))
  }
}
