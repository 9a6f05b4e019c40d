/// Readings of a moment on one day: heart rates, heart rate variabilities.
package struct Readings: Sendable, Hashable {
  /// The lowest and highest; `nil` without readings.
  package private(set) var least: Double?
  package private(set) var most: Double?
  /// The number of them.
  package private(set) var count = 0

  private var sum = 0.0
  /// The slot that is being filled, and those that are full.
  private var slot = Int64.min
  private var slotSum = 0.0
  private var slotCount = 0.0
  private var meansSum = 0.0
  private var meansCount = 0.0
  /// The slots with readings, ascending; none unless `keepsSlots`.
  private var slots: [Int64] = []
  private let keepsSlots: Bool

  /// Readings within five minutes count as one in `evenMean`, milliseconds.
  ///
  /// A watch measures the heart every five seconds in a workout and every five minutes or so outside: the plain mean of
  /// a day with an hour of running is that of the run. This is equivalent to `SELECT avg(m) FROM (SELECT avg(value) AS
  /// m … GROUP BY start_ms / 300000)`.
  package static let slotMs: Int64 = 300_000

  /// None yet.
  /// - Parameter keepsSlots: whether `isWithin` is going to be asked.
  package init(keepsSlots: Bool = false) { self.keepsSlots = keepsSlots }

  /// Adds a reading. They must come in the order of time.
  package mutating func add(_ value: Double, atMs ms: Int64) {
    least = min(least ?? value, value)
    most = max(most ?? value, value)
    count += 1
    sum += value
    let now = ms / Readings.slotMs
    if now != slot {
      closeSlot()
      slot = now
      if keepsSlots { slots.append(now) }
    }
    slotSum += value
    slotCount += 1
  }

  /// The mean of all readings; `nil` without any.
  package var mean: Double? { count == 0 ? nil : sum / Double(count) }

  /// The mean of the five-minute means; `nil` without readings.
  package var evenMean: Double? {
    let (sum, count) = evenSum
    return count == 0 ? nil : sum / count
  }

  /// The sum of the five-minute means, and how many there are.
  var evenSum: (sum: Double, count: Double) {
    var closed = self
    closed.closeSlot()
    return (closed.meansSum, closed.meansCount)
  }

  /// Whether any five minutes with a reading overlap a span, milliseconds UTC. Only for readings that keep their slots.
  func isWithin(_ startMs: Int64, _ endMs: Int64) -> Bool {
    let last = max(startMs, endMs - 1) / Readings.slotMs
    return slots.contains { $0 >= startMs / Readings.slotMs && $0 <= last }
  }

  private mutating func closeSlot() {
    guard slotCount > 0 else { return }
    meansSum += slotSum / slotCount
    meansCount += 1
    slotSum = 0
    slotCount = 0
  }
}

/// The reading of a day that counts when there should be one: the latest, and the best ranked source's of equally late ones.
package struct LatestReading: Sendable, Hashable {
  /// The time of the reading (its end), in milliseconds since 1970.
  package var atMs: Int64
  package var value: Double
  /// Place of the source in the caller's list.
  package var source: Int32
  /// The source's rank, 0 = best.
  package var rank: Int32
  /// Whether `atMs` is known; else only the day is.
  package var isTimed = true

  /// A reading with everything given.
  package init(atMs: Int64, value: Double, source: Int32, rank: Int32, isTimed: Bool = true) {
    self.atMs = atMs
    self.value = value
    self.source = source
    self.rank = rank
    self.isTimed = isTimed
  }

  /// Whether it counts rather than `other`. Equal in time and rank, the greater value does, so that the order of reading decides nothing.
  package func isLater(than other: LatestReading) -> Bool {
    if atMs != other.atMs { return atMs > other.atMs }
    if rank != other.rank { return rank < other.rank }
    return value > other.value
  }
}
