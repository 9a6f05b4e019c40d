/// Ranks the codes of a kind by the cost of their digits, considering only codes with a correct check digit.
///
/// The cheapest digit at each place is often wrong on a bad print, but a wrong one seldom leaves the check digit right.
/// So all valid codes compete, 10^11 of them for EAN-13, by dynamic programming (`ChecksumTrellis`). The runner-up
/// matters as much as the winner: the judge accepts a reading by the difference of their costs.
///
/// Contains scratch memory: use from one thread only.
final class CheckDigitSearch {
  /// The cheapest two valid codes.
  struct Ranking {
    /// The cheapest.
    var best: SymbolCode
    /// In the unit of the costs, summed over the digits.
    var bestCost: Float
    /// The next cheapest. `nil` only when its cost would be infinite.
    var second: SymbolCode?
    /// Infinite without a second.
    var secondCost: Float
  }

  private let trellis = ChecksumTrellis()
  private let cheapest: UnsafeMutablePointer<Float>

  init() {
    cheapest = .allocate(capacity: 24)
    cheapest.initialize(repeating: 0, count: 24)
  }

  deinit { cheapest.deallocate() }

  /// The cheapest two valid codes. `nil` when no code has a finite cost, as with costs that aren't numbers.
  func ranking(_ kind: SymbolKind, _ costs: DigitCosts) -> Ranking? {
    switch kind {
    case .ean13: rankingEAN13(costs)
    case .ean8: rankingEAN8(costs)
    case .upcE: rankingUPCE(costs)
    }
  }

  /// Returns the cost of the cheapest digits, ignoring the check digit; only existing parities count. Equal to
  /// `ranking`'s best cost when the bars alone give a valid code, less when the check digit had to change a digit.
  func cheapestRegardless(_ kind: SymbolKind, _ costs: DigitCosts) -> Float {
    findCheapest(kind, costs)
    let right = (kind.firstRightDigit..<kind.barDigitCount).reduce(Float(0)) { $0 + cheapest[2 * $1] }
    switch kind {
    case .ean13:
      return DigitPattern.parityOfFirstDigit.reduce(.infinity) { min($0, bound(ofParity: $1, digits: 6)) } + right
    case .ean8:
      return bound(ofParity: 0, digits: 4) + right
    case .upcE:
      return DigitPattern.parityOfCheckDigit.reduce(.infinity) {
        min($0, min(bound(ofParity: $1, digits: 6), bound(ofParity: ~$1 & 63, digits: 6)))
      }
    }
  }

  // MARK: - EAN

  /// Ten parity patterns, one a first digit; the right half is the same in all. A pattern whose cheapest digits together are dearer than the
  /// runner-up so far needs no search, and the patterns come cheapest first, so that most need none.
  private func rankingEAN13(_ costs: DigitCosts) -> Ranking? {
    findCheapest(.ean13, costs)
    trellis.begin(places: 12, start: 0)
    for place in 6..<12 { trellis.setPlace(place, row: costs.row(place, isSetB: false), weight: weight(ofPlace: place)) }
    trellis.sweepBackward(to: 6)
    let right = trellis.cheapestRest(from: 6)

    var bounds = InlineArray<10, Float>(repeating: 0)
    for first in 0..<10 { bounds[first] = bound(ofParity: DigitPattern.parityOfFirstDigit[first], digits: 6) + right }
    var leaders = Leaders()
    for _ in 0..<10 {
      var first = 0
      for other in 1..<10 where bounds[other] < bounds[first] { first = other }
      guard bounds[first] < leaders.secondCost else { break }
      bounds[first] = .infinity
      setLeftHalf(first, costs)
      trellis.sweepForward(to: 6)
      leaders.offer(first, trellis.cost(meetingAt: 6))
    }
    return ranking(
      .ean13, leaders, setUp: { setLeftHalf($0, costs) }, code: { first, digits in UInt64(truncatingIfNeeded: first) << 48 | digits })
  }

  private func setLeftHalf(_ first: Int, _ costs: DigitCosts) {
    // The first digit's own weight is 1.
    trellis.begin(places: 12, start: first)
    let parity = DigitPattern.parityOfFirstDigit[first]
    for place in 0..<6 {
      trellis.setPlace(place, row: costs.row(place, isSetB: Self.isSetB(parity, place)), weight: weight(ofPlace: place))
    }
  }

  private func rankingEAN8(_ costs: DigitCosts) -> Ranking? {
    trellis.begin(places: 8, start: 0)
    for place in 0..<8 { trellis.setPlace(place, row: costs.row(place, isSetB: false), weight: weight(ofPlace: place)) }
    trellis.sweepForward(to: 8)
    var leaders = Leaders()
    leaders.offer(0, trellis.cost(to: 0, at: 8))
    return ranking(.ean8, leaders, setUp: { _ in }, code: { $1 })
  }

  /// The weights alternate and the check digit's, at the last place, is 1: 3 at even places.
  @inline(__always)
  private func weight(ofPlace place: Int) -> Int { place & 1 == 0 ? 3 : 1 }

  // MARK: - UPC-E

  /// Number system and check digit are encoded in the parities: 20 patterns. The last digit determines how the code
  /// expands to twelve digits, and with that the weights of the five before it: a variant is a pattern and a last
  /// digit, 200 of them, which share a sweep where the weights agree.
  private func rankingUPCE(_ costs: DigitCosts) -> Ranking? {
    findCheapest(.upcE, costs)
    var leaders = Leaders()
    for pattern in 0..<20 {
      let parity = Self.parity(ofPattern: pattern)
      guard bound(ofParity: parity, digits: 6) < leaders.secondCost else { continue }
      let lastRow = costs.row(5, isSetB: Self.isSetB(parity, 5))
      for lasts in Self.lastsOfEqualWeights {
        setFiveDigits(parity, last: lasts.lowerBound, start: 0, costs)
        trellis.sweepForward(to: 5)
        for last in lasts {
          let sum = (10 - Self.start(ofPattern: pattern, last: last)) % 10
          leaders.offer(10 * pattern + last, trellis.cost(to: sum, at: 5) + lastRow[last])
        }
      }
    }
    return ranking(
      .upcE, leaders,
      setUp: { variant in
        let (pattern, last) = variant.quotientAndRemainder(dividingBy: 10)
        setFiveDigits(Self.parity(ofPattern: pattern), last: last, start: Self.start(ofPattern: pattern, last: last), costs)
      },
      extraCost: { variant in costs.row(5, isSetB: Self.isSetB(Self.parity(ofPattern: variant / 10), 5))[variant % 10] },
      code: { variant, digits in
        let (pattern, last) = variant.quotientAndRemainder(dividingBy: 10)
        let (system, check) = pattern.quotientAndRemainder(dividingBy: 10)
        return UInt64(truncatingIfNeeded: system) << 28 | digits << 8 | UInt64(truncatingIfNeeded: last << 4 | check)
      })
  }

  /// The last digits by the weights that they give the others.
  private static let lastsOfEqualWeights = [0...2, 3...3, 4...4, 5...9]

  private func setFiveDigits(_ parity: Int, last: Int, start: Int, _ costs: DigitCosts) {
    trellis.begin(places: 5, start: start)
    for place in 0..<5 {
      trellis.setPlace(
        place, row: costs.row(place, isSetB: Self.isSetB(parity, place)), weight: SymbolCode.weightsOfUPCE(last: last).five[place])
    }
  }

  /// The weighted sum of what isn't among the five digits, modulo 10: number system, last digit and check digit.
  private static func start(ofPattern pattern: Int, last: Int) -> Int {
    let (system, check) = pattern.quotientAndRemainder(dividingBy: 10)
    return (3 * system + check + SymbolCode.weightsOfUPCE(last: last).last * last) % 10
  }

  /// Patterns 0…9 are those of number system 0 by check digit, 10…19 of number system 1.
  private static func parity(ofPattern pattern: Int) -> Int {
    let parity = DigitPattern.parityOfCheckDigit[pattern % 10]
    return pattern < 10 ? parity : ~parity & 63
  }

  // MARK: - All kinds

  /// The two cheapest variants (parity patterns, for instance) so far.
  private struct Leaders {
    var first = 0
    var firstCost = Float.infinity
    var second = 0
    var secondCost = Float.infinity

    @inline(__always)
    mutating func offer(_ variant: Int, _ cost: Float) {
      if cost < firstCost {
        (second, secondCost) = (first, firstCost)
        (first, firstCost) = (variant, cost)
      } else if cost < secondCost {
        (second, secondCost) = (variant, cost)
      }
    }
  }

  /// Makes the winners into codes. The second code is either the second variant's best, or the best variant's second.
  @inline(__always)
  private func ranking(
    _ kind: SymbolKind, _ leaders: Leaders, setUp: (Int) -> Void, extraCost: (Int) -> Float = { _ in 0 }, code: (Int, UInt64) -> UInt64
  ) -> Ranking? {
    guard leaders.firstCost < .infinity else { return nil }
    setUp(leaders.first)
    trellis.sweepForward(to: trellis.places)
    trellis.sweepBackward(to: 0)
    let best = trellis.cheapestDigits()
    var ranking = Ranking(
      best: SymbolCode(kind, packed: code(leaders.first, best)), bestCost: leaders.firstCost, second: nil, secondCost: .infinity)
    if let other = trellis.cheapestDigits(otherThan: best) {
      let cost = other.cost + extraCost(leaders.first)
      if cost <= leaders.secondCost {
        ranking.second = SymbolCode(kind, packed: code(leaders.first, other.digits))
        ranking.secondCost = cost
        return ranking
      }
    }
    guard leaders.secondCost < .infinity else { return ranking }
    setUp(leaders.second)
    trellis.sweepForward(to: trellis.places)
    ranking.second = SymbolCode(kind, packed: code(leaders.second, trellis.cheapestDigits()))
    ranking.secondCost = leaders.secondCost
    return ranking
  }

  /// Notes the cheapest digit's cost of each place and set.
  private func findCheapest(_ kind: SymbolKind, _ costs: DigitCosts) {
    for place in 0..<kind.barDigitCount {
      for set in 0...1 {
        cheapest[2 &* place &+ set] = TenFloats(costs.row(place, isSetB: set == 1)).least
      }
    }
  }

  /// Returns the minimum cost of the first digits, with their sets as in `parity`; needs `findCheapest`.
  @inline(__always)
  private func bound(ofParity parity: Int, digits: Int) -> Float {
    var sum: Float = 0
    for place in 0..<digits { sum += cheapest[2 &* place &+ (Self.isSetB(parity, place) ? 1 : 0)] }
    return sum
  }

  /// Whether digit `place` of the left six is of set B; the leftmost is the highest of the six bits.
  @inline(__always)
  private static func isSetB(_ parity: Int, _ place: Int) -> Bool { parity >> (5 &- place) & 1 == 1 }
}
