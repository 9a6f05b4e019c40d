/// Finds the cheapest digits whose weighted sum is a multiple of ten, where a digit's cost depends on the one before it, too.
///
/// As `ChecksumTrellis`, but a node is (place, digit there, sum): 100 nodes a place instead of ten, and 1,000 steps between places. This is how
/// modems read symbols that run into one another (maximum likelihood sequence estimation: Forney 1972, in Ungerboeck's form of 1974).
///
/// Scratch inside: belongs to one thread.
final class ContextTrellis {
  /// A column holds its ten sums twice in a row, so that "all ten, rotated by any amount" is one load.
  private static var columnStride: Int { 32 }
  private static var placeStride: Int { 10 * columnStride }
  private static var maximumPlaces: Int { 12 }

  /// `[place][digit][sum]`: cheapest way from the start through that digit at that place, to each sum.
  private let forward: UnsafeMutablePointer<Float>
  /// `[place][digit][sum]`: cheapest way from that digit and sum to the end, the digit's own cost not counted.
  private let backward: UnsafeMutablePointer<Float>
  private let rows: UnsafeMutablePointer<UnsafePointer<Float>>
  private let pairs: UnsafeMutablePointer<UnsafePointer<Float>>
  private let weights: UnsafeMutablePointer<Int>
  private let none: UnsafeMutablePointer<Float>
  private(set) var places = 0
  private var start = 0

  init() {
    let count = Self.maximumPlaces * Self.placeStride
    forward = .allocate(capacity: count)
    forward.initialize(repeating: .infinity, count: count)
    backward = .allocate(capacity: count)
    backward.initialize(repeating: .infinity, count: count)
    rows = .allocate(capacity: Self.maximumPlaces)
    rows.initialize(repeating: UnsafePointer(forward), count: Self.maximumPlaces)
    pairs = .allocate(capacity: Self.maximumPlaces)
    pairs.initialize(repeating: UnsafePointer(forward), count: Self.maximumPlaces)
    weights = .allocate(capacity: Self.maximumPlaces)
    weights.initialize(repeating: 1, count: Self.maximumPlaces)
    none = .allocate(capacity: 10 * DigitTemplates.lanes)
    none.initialize(repeating: 0, count: 10 * DigitTemplates.lanes)
  }

  deinit {
    forward.deallocate()
    backward.deallocate()
    rows.deallocate()
    pairs.deallocate()
    weights.deallocate()
    none.deallocate()
  }

  /// Begins a problem of so many places; the sum before the first is `start`, taken modulo 10.
  func begin(places: Int, start: Int) {
    precondition((1...Self.maximumPlaces).contains(places) && start >= 0, "a symbol has 1 to 12 places")
    self.places = places
    self.start = start % 10
  }

  /// Says what each digit costs at a place, what it costs beside the one before it (ten rows by that one; nil: nothing), and its weight.
  func setPlace(_ place: Int, row: UnsafePointer<Float>, pairs: UnsafePointer<Float>?, weight: Int) {
    rows[place] = row
    self.pairs[place] = pairs ?? UnsafePointer(none)
    weights[place] = weight
  }

  // MARK: - Sweeps

  /// Fills the forward columns of the places before `end`.
  func sweepForward(to end: Int) {
    for digit in 0..<10 {
      let column = column(forward, 0, digit)
      column.update(repeating: .infinity, count: Self.columnStride)
      let sum = (start + weights[0] * digit) % 10
      column[sum] = rows[0][digit]
      column[sum + 10] = rows[0][digit]
    }
    for place in 1..<max(1, end) {
      for digit in 0..<10 {
        // From sum s - weight × digit to s.
        let turn = (10 &- weights[place]) &* digit % 10
        var least = TenFloats(repeating: .infinity)
        for before in 0..<10 {
          least.lower(to: TenFloats(column(forward, place &- 1, before) + turn) + pairs[place][DigitTemplates.lanes &* before &+ digit])
        }
        store(least + rows[place][digit], to: column(forward, place, digit))
      }
    }
  }

  /// Fills the backward columns from `end` on.
  func sweepBackward(to end: Int) {
    for digit in 0..<10 {
      let column = column(backward, places - 1, digit)
      column.update(repeating: .infinity, count: Self.columnStride)
      column[0] = 0
      column[10] = 0
    }
    for place in stride(from: places - 2, through: end, by: -1) {
      for digit in 0..<10 {
        var least = TenFloats(repeating: .infinity)
        for after in 0..<10 {
          let turn = weights[place &+ 1] &* after % 10
          let cost = pairs[place &+ 1][DigitTemplates.lanes &* digit &+ after] + rows[place &+ 1][after]
          least.lower(to: TenFloats(column(backward, place &+ 1, after) + turn) + cost)
        }
        store(least, to: column(backward, place, digit))
      }
    }
  }

  /// The cheapest whole path, given the forward sweep up to and including `place` and the backward sweep down to it.
  func cost(through place: Int) -> Float {
    (0..<10).reduce(.infinity) { min($0, cost(through: place, $1)) }
  }

  private func cost(through place: Int, _ digit: Int) -> Float {
    (TenFloats(column(forward, place, digit)) + TenFloats(column(backward, place, digit))).least
  }

  /// The cheapest path through some places regardless of the sum and of the digits beside them; needs no sweep.
  func costRegardless(_ range: Range<Int>) -> Float {
    var best = TenFloats(rows[range.lowerBound])
    for place in range.dropFirst() {
      var next = TenFloats(repeating: .infinity)
      for before in 0..<10 {
        next.lower(to: TenFloats(pairs[place] + DigitTemplates.lanes &* before) + best[before])
      }
      best = next + TenFloats(rows[place])
    }
    return best.least
  }

  // MARK: - Digits

  /// The cheapest path, four bits a digit; needs both whole sweeps. At each place it takes the digit that the cheapest path goes through.
  func cheapestDigits() -> (cost: Float, digits: UInt64) {
    var first = 0
    for digit in 1..<10 where cost(through: 0, digit) < cost(through: 0, first) { first = digit }
    return (cost(through: 0, first), path(through: first, at: 0))
  }

  /// The cheapest path that differs in a digit at least, as in `ChecksumTrellis`: the cheapest through any other digit at any place.
  func cheapestDigits(otherThan best: UInt64) -> (cost: Float, digits: UInt64)? {
    var least = Float.infinity
    var found = (place: 0, digit: 0)
    for place in 0..<places {
      let taken = Int(truncatingIfNeeded: best >> UInt64(4 * (places - 1 - place)) & 15)
      for digit in 0..<10 where digit != taken {
        let cost = cost(through: place, digit)
        if cost < least {
          least = cost
          found = (place, digit)
        }
      }
    }
    return least < .infinity ? (least, path(through: found.digit, at: found.place)) : nil
  }

  /// The cheapest path through a digit at a place.
  private func path(through digit: Int, at place: Int) -> UInt64 {
    let (from, to) = (column(forward, place, digit), column(backward, place, digit))
    var middle = 0
    for sum in 1..<10 where from[sum] + to[sum] < from[middle] + to[middle] { middle = sum }
    var packed = UInt64(digit) << UInt64(4 * (places - 1 - place))
    // Back to the start.
    var (sum, current) = (middle, digit)
    for place in stride(from: place, to: 0, by: -1) {
      sum = (sum + (10 - weights[place]) * current) % 10
      var best = 0
      func cost(_ before: Int) -> Float {
        column(forward, place - 1, before)[sum] + pairs[place][DigitTemplates.lanes * before + current]
      }
      for before in 1..<10 where cost(before) < cost(best) { best = before }
      current = best
      packed |= UInt64(current) << UInt64(4 * (places - place))
    }
    // On to the end.
    (sum, current) = (middle, digit)
    for place in place + 1..<max(places, place + 1) {
      var best = 0
      func cost(_ after: Int) -> Float {
        column(backward, place, after)[(sum + weights[place] * after) % 10] + pairs[place][DigitTemplates.lanes * current + after]
          + rows[place][after]
      }
      for after in 1..<10 where cost(after) < cost(best) { best = after }
      sum = (sum + weights[place] * best) % 10
      current = best
      packed |= UInt64(current) << UInt64(4 * (places - 1 - place))
    }
    return packed
  }

  // MARK: - Columns

  @inline(__always)
  private func column(_ columns: UnsafeMutablePointer<Float>, _ place: Int, _ digit: Int) -> UnsafeMutablePointer<Float> {
    columns + (place &* Self.placeStride &+ digit &* Self.columnStride)
  }

  @inline(__always)
  private func store(_ sums: TenFloats, to column: UnsafeMutablePointer<Float>) {
    sums.store(to: column)
    sums.store(to: column + 10)
  }
}
