/// Receives the fate of each sample in a merge: the sums alone (`DaySums`), or every reason as well (`Contributions`). One algorithm serves
/// both, so that the explanation can't differ from the number.
package protocol MergeWitness {
  /// Whether `leftOut` is of any use. `false` saves the work.
  static var wantsReasons: Bool { get }
  /// `value` of a sample of layer `layer` counts for this stretch of time.
  mutating func counted(_ layer: Int32, fromMs: Int64, toMs: Int64, value: Double)
  /// `value` of a sample of layer `layer` doesn't count, because layer `other` has this stretch of time.
  mutating func leftOut(_ layer: Int32, fromMs: Int64, toMs: Int64, value: Double, becauseOf other: Int32)
  /// `value` of a sample of layer `layer` is of another type (`Ride`).
  mutating func countedElsewhere(_ layer: Int32, fromMs: Int64, toMs: Int64, value: Double, as type: String)
}

extension MergeWitness {
  package mutating func countedElsewhere(_ layer: Int32, fromMs: Int64, toMs: Int64, value: Double, as type: String) {}
}

/// Sums by day.
package struct DaySums: MergeWitness, Sendable {
  package static var wantsReasons: Bool { false }
  /// One per day. `nil` = nothing counted on it.
  package var totals: [Double?] { zip(sums, isKnown).map { $1 ? $0 : nil } }

  private var sums: [Double]
  private var isKnown: [Bool]
  private var walk: DayWalk

  /// No sums yet for any of `days`.
  package init(_ days: LocalDays) {
    sums = Array(repeating: 0, count: days.count)
    isKnown = Array(repeating: false, count: days.count)
    walk = DayWalk(days)
  }

  package mutating func counted(_ layer: Int32, fromMs: Int64, toMs: Int64, value: Double) {
    walk.split(fromMs, toMs, value) { day, _, share in
      sums[day] += share
      isKnown[day] = true
    }
  }

  package mutating func leftOut(_ layer: Int32, fromMs: Int64, toMs: Int64, value: Double, becauseOf other: Int32) {}
}

/// Splits stretches of time at the borders of days. Fast when they come about in the order of time: it stays at the day it was at.
struct DayWalk: Sendable {
  private let borders: [Int64]
  private var day = 0

  init(_ days: LocalDays) { borders = days.borders }

  /// Calls `body` with each day (counted from 0) that the stretch touches, its milliseconds on that day and the
  /// proportional value. Parts outside the days are dropped.
  @inline(__always)
  mutating func split(_ fromMs: Int64, _ toMs: Int64, _ value: Double, _ body: (_ day: Int, _ ms: Int64, _ share: Double) -> Void) {
    guard borders.count > 1, toMs >= borders[0], fromMs < borders[borders.count - 1] else { return }
    while day > 0, borders[day] > fromMs { day -= 1 }
    while day + 2 < borders.count, borders[day + 1] <= fromMs { day += 1 }
    if fromMs >= borders[day], toMs <= borders[day + 1] {
      body(day, toMs - fromMs, value)
      return
    }
    let length = Double(toMs - fromMs)
    var place = day
    while place + 1 < borders.count, borders[place] < toMs {
      let from = max(fromMs, borders[place])
      let to = min(toMs, borders[place + 1])
      if to > from { body(place, to - from, value * (Double(to - from) / length)) }
      place += 1
    }
  }
}
