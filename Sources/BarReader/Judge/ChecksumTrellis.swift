/// Finds the cheapest digits whose weighted sum is a multiple of ten, and the cheapest others.
///
/// The check digit makes a code's weighted sum end in 0, so nothing about the digits read so far matters to those that follow but that sum
/// modulo 10. That is a graph of `places` columns and ten nodes each (Viterbi's trellis): taking digit k at place p costs `row[p][k]` and leads
/// from sum s to s + weight[p] k. A path from the start's sum to 0 is a code with a right check digit, and the shortest one is found in
/// places × 100 additions instead of the 10^places that trying all codes would take.
///
/// Scratch inside: belongs to one thread.
final class ChecksumTrellis {
  /// Floats from one column to the next. A column holds its ten sums twice in a row, so that "all ten, rotated by any amount" is one load.
  private static var columnStride: Int { 32 }
  /// The most places a code has bars for: EAN-13's twelve.
  private static var maximumPlaces: Int { 12 }

  /// `[place][sum]`: cheapest way from the start to each sum, before the digit of that place.
  private let forward: UnsafeMutablePointer<Float>
  /// `[place][sum]`: cheapest way from each sum, before the digit of that place, to a sum of 0 at the end.
  private let backward: UnsafeMutablePointer<Float>
  private let rows: UnsafeMutablePointer<UnsafePointer<Float>>
  private let weights: UnsafeMutablePointer<Int>
  /// The number of digits, 1…12.
  private(set) var places = 0
  private var start = 0

  init() {
    let floats = (Self.maximumPlaces + 1) * Self.columnStride
    forward = .allocate(capacity: floats)
    backward = .allocate(capacity: floats)
    forward.initialize(repeating: .infinity, count: floats)
    backward.initialize(repeating: .infinity, count: floats)
    rows = .allocate(capacity: Self.maximumPlaces)
    rows.initialize(repeating: UnsafePointer(forward), count: Self.maximumPlaces)
    weights = .allocate(capacity: Self.maximumPlaces)
    weights.initialize(repeating: 1, count: Self.maximumPlaces)
  }

  deinit {
    forward.deallocate()
    backward.deallocate()
    rows.deallocate()
    weights.deallocate()
  }

  /// Begins a problem of so many places; the sum before the first is `start`, which is taken modulo 10.
  func begin(places: Int, start: Int) {
    precondition((1...Self.maximumPlaces).contains(places) && start >= 0, "a symbol has 1 to 12 places")
    self.places = places
    self.start = start % 10
  }

  /// Says what each digit costs at a place, and by what it is weighted there, 1 or 3. `row` must stay readable until the answers are taken.
  @inline(__always)
  func setPlace(_ place: Int, row: UnsafePointer<Float>, weight: Int) {
    rows[place] = row
    weights[place] = weight
  }

  // MARK: - Sweeps

  /// Fills the forward columns up to `end` (all of them: `places`).
  func sweepForward(to end: Int) {
    clear(forward, but: start)
    for place in 0..<end {
      store(step(from: column(forward, place), row: rows[place], weight: 10 &- weights[place]), to: column(forward, place &+ 1))
    }
  }

  /// Fills the backward columns down to `end` (all of them: 0).
  func sweepBackward(to end: Int) {
    clear(column(backward, places), but: 0)
    var place = places
    while place > end {
      place &-= 1
      store(step(from: column(backward, place &+ 1), row: rows[place], weight: weights[place]), to: column(backward, place))
    }
  }

  /// The cheapest whole path's cost, given the forward sweep up to `place` and the backward sweep down to it: min over s of forward + backward.
  func cost(meetingAt place: Int) -> Float {
    (TenFloats(column(forward, place)) + TenFloats(column(backward, place))).least
  }

  /// The cheapest way from `place`, whatever the sum there is; needs the backward sweep down to it.
  func cheapestRest(from place: Int) -> Float { TenFloats(column(backward, place)).least }

  /// The cheapest way from the start to a sum before `place`; needs the forward sweep up to it.
  @inline(__always)
  func cost(to sum: Int, at place: Int) -> Float { column(forward, place)[sum] }

  // MARK: - Digits

  /// The cheapest path's digits, four bits each, the last one lowest; needs the whole forward sweep.
  func cheapestDigits() -> UInt64 { digits(to: 0, before: places) }

  /// The cheapest path that differs from `best` in a digit at least, its cost first; needs both whole sweeps. `nil` when there is none.
  ///
  /// Such a path has, at some place, a digit k that isn't best's, and the cheapest with k there costs min over s of
  /// forward[place][s] + row[k] + backward[place + 1][s + weight k]. The least of these over all places and k is the answer: no second-best
  /// paths need to be kept in the sweeps.
  func cheapestDigits(otherThan best: UInt64) -> (cost: Float, digits: UInt64)? {
    var least = Float.infinity
    var found = (place: 0, digit: 0)
    for place in 0..<places {
      let before = TenFloats(column(forward, place))
      let after = column(backward, place &+ 1)
      let taken = digit(of: best, at: place)
      for k in 0..<10 where k != taken {
        let sums = before + TenFloats(after + Self.rotation(weights[place], k))
        let through = sums.least + rows[place][k]
        if through < least {
          least = through
          found = (place, k)
        }
      }
    }
    guard least < .infinity else { return nil }
    let (place, k) = found
    let before = column(forward, place)
    let after = column(backward, place + 1)
    let turn = Self.rotation(weights[place], k)
    var sum = 0
    for s in 1..<10 where before[s] + after[s + turn] < before[sum] + after[sum + turn] { sum = s }
    let head = digits(to: sum, before: place)
    return (least, tail(of: head << 4 | UInt64(truncatingIfNeeded: k), from: (sum + turn) % 10, at: place + 1))
  }

  /// The digits of the cheapest way from the start to a sum before `end`.
  private func digits(to sum: Int, before end: Int) -> UInt64 {
    var sum = sum
    var packed: UInt64 = 0
    for place in stride(from: end - 1, through: 0, by: -1) {
      let before = column(forward, place)
      var digit = 0
      var least = Float.infinity
      for k in 0..<10 {
        let cost = before[sum + Self.rotation(10 - weights[place], k)] + rows[place][k]
        if cost < least { (least, digit) = (cost, k) }
      }
      packed |= UInt64(truncatingIfNeeded: digit) << UInt64(truncatingIfNeeded: 4 * (end - 1 - place))
      sum = (sum + Self.rotation(10 - weights[place], digit)) % 10
    }
    return packed
  }

  /// `head` and behind it the digits of the cheapest way from a sum before `place` to the end.
  private func tail(of head: UInt64, from sum: Int, at place: Int) -> UInt64 {
    var packed = head
    var sum = sum
    for place in place..<places {
      let after = column(backward, place + 1)
      var digit = 0
      var least = Float.infinity
      for k in 0..<10 {
        let cost = after[sum + Self.rotation(weights[place], k)] + rows[place][k]
        if cost < least { (least, digit) = (cost, k) }
      }
      packed = packed << 4 | UInt64(truncatingIfNeeded: digit)
      sum = (sum + Self.rotation(weights[place], digit)) % 10
    }
    return packed
  }

  private func digit(of packed: UInt64, at place: Int) -> Int {
    Int(truncatingIfNeeded: packed >> UInt64(truncatingIfNeeded: 4 &* (places &- 1 &- place)) & 15)
  }

  // MARK: - Columns

  /// By how much a digit turns the sums, 0…9. `weight` is 1 or 3; going the other way, 9 or 7.
  @inline(__always)
  private static func rotation(_ weight: Int, _ digit: Int) -> Int { weight &* digit % 10 }

  /// The next column: at each sum the least, over the digits, of the old column turned by the digit, plus the digit's cost.
  @inline(__always)
  private func step(from column: UnsafePointer<Float>, row: UnsafePointer<Float>, weight: Int) -> TenFloats {
    var least = TenFloats(column) + row[0]
    var turn = 0
    for k in 1..<10 {
      turn &+= weight
      if turn >= 10 { turn &-= 10 }
      least.lower(to: TenFloats(column + turn) + row[k])
    }
    return least
  }

  @inline(__always)
  private func column(_ columns: UnsafeMutablePointer<Float>, _ place: Int) -> UnsafeMutablePointer<Float> {
    columns + place &* Self.columnStride
  }

  /// Writes the ten lanes twice in a row.
  @inline(__always)
  private func store(_ sums: TenFloats, to column: UnsafeMutablePointer<Float>) {
    sums.store(to: column)
    sums.store(to: column + 10)
  }

  /// A column of which only one sum can be reached, at no cost.
  private func clear(_ column: UnsafeMutablePointer<Float>, but sum: Int) {
    column.update(repeating: .infinity, count: Self.columnStride)
    column[sum] = 0
    column[sum + 10] = 0
  }
}
