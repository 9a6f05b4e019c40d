import HealthModel

extension CoastNotice {
  /// A notice of an earlier plan, from what was kept of it. A new plan looks at no more than this: of its windows only the starts are known.
  ///
  /// - Parameters:
  ///   - startsMs: The starts of the windows that it announces, milliseconds since 1970: none of a heat warning, two with a backup.
  ///   - fireMs: The time at which it fires, milliseconds since 1970.
  ///   - notAfterMs: It must not fire at or after this time, milliseconds since 1970.
  package init(planned id: String, mode: ActivityMode, date: Day, startsMs: [Int64], fireMs: Int64, notAfterMs: Int64) {
    let windows = startsMs.map { startMs in
      GoodWindow(
        mode: mode, day: date, startMs: startMs, endMs: startMs, startMinute: 0, endDay: date, endMinute: 0, hours: 0..<1,
        scoreSum: Tier.good.lowestScore)
    }
    self.init(
      id: id, mode: mode, kind: startsMs.isEmpty ? .heat : .best, template: startsMs.isEmpty ? .heatWarning : .good, date: date,
      window: windows.first, also: windows.dropFirst().first, bestPart: nil, topReason: nil, dogName: Dog.fallbackName, fireMs: fireMs,
      notAfterMs: notAfterMs)
  }
}
