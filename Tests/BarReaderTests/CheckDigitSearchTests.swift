import Testing

@testable import BarReader

@Suite struct CheckDigitSearchTests {
  private let search = CheckDigitSearch()
  private let costs = DigitCosts()

  private func roll(_ seed: UInt64) {
    var dice = Dice(state: seed)
    for index in 0..<288 { costs.values[index] = Float.random(in: 0...4, using: &dice) }
  }

  /// The cost of a code, summed digit by digit: the definition that the search is checked against.
  private func cost(_ code: SymbolCode) -> Float {
    let parity: Int =
      switch code.kind {
      case .ean13: DigitPattern.parityOfFirstDigit[code[0]]
      case .ean8: 0
      case .upcE: code[0] == 0 ? DigitPattern.parityOfCheckDigit[code[7]] : ~DigitPattern.parityOfCheckDigit[code[7]] & 63
      }
    let first = code.kind == .ean8 ? 0 : 1
    return (0..<code.kind.barDigitCount).reduce(0) { sum, place in
      sum + costs.row(place, isSetB: place < 6 && parity >> (5 - place) & 1 == 1)[code[first + place]]
    }
  }

  /// Costs that favour a code: 0 for its digits, 1 for others.
  private func favour(_ code: SymbolCode) {
    for index in 0..<288 { costs.values[index] = 1 }
    let first = code.kind == .ean8 ? 0 : 1
    for place in 0..<code.kind.barDigitCount {
      for set in 0...1 { costs.row(place, isSetB: set == 1)[code[first + place]] = 0.9 }
    }
  }

  /// Offers every code of a parity to `two`, depth first, but for those that begin too dear to become one of the two whatever follows.
  private func tryAll(_ kind: SymbolKind, parity: Int, head: UInt64 = 0, tail: UInt64 = 0, tailBits: UInt64 = 0, into two: inout Two) {
    let rows = (0..<kind.barDigitCount).map { place in
      (0..<10).map { costs.row(place, isSetB: place < 6 && parity >> (5 - place) & 1 == 1)[$0] }
    }
    let rests = rows.indices.map { place in rows[place...].reduce(Float(0)) { $0 + ($1.min() ?? 0) } } + [0]
    func visit(_ place: Int, _ packed: UInt64, _ sum: Float) {
      guard sum + rests[place] < two.second.cost + 1e-3 else { return }
      guard place < rows.count else {
        let code = SymbolCode(kind, packed: packed << tailBits | tail)
        if code.isValid { two.offer(code, cost(code)) }
        return
      }
      for digit in 0..<10 { visit(place + 1, packed << 4 | UInt64(digit), sum + rows[place][digit]) }
    }
    visit(0, head, 0)
  }

  private struct Two {
    var best: (code: SymbolCode?, cost: Float) = (nil, .infinity)
    var second: (code: SymbolCode?, cost: Float) = (nil, .infinity)

    mutating func offer(_ code: SymbolCode?, _ cost: Float) {
      if cost < best.cost { (best, second) = ((code, cost), best) } else if cost < second.cost { second = (code, cost) }
    }
  }

  private func expect(_ ranking: CheckDigitSearch.Ranking?, equals two: Two) throws {
    let ranking = try #require(ranking)
    #expect(ranking.best == two.best.code)
    #expect(ranking.second == two.second.code)
    #expect(abs(ranking.bestCost - two.best.cost) < 1e-4)
    #expect(abs(ranking.secondCost - two.second.cost) < 1e-4)
    #expect(ranking.best.isValid && ranking.second?.isValid == true)
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func randomEAN8(seed: UInt64) throws {
    roll(seed)
    var two = Two()
    tryAll(.ean8, parity: 0, into: &two)
    try expect(search.ranking(.ean8, costs), equals: two)
  }

  /// Both number systems, all check digits (parities) and all ten last digits.
  @Test(arguments: 100..<104 as Range<UInt64>) func randomUPCE(seed: UInt64) throws {
    roll(seed)
    var two = Two()
    for system in 0..<2 {
      for check in 0..<10 {
        let parity = DigitPattern.parityOfCheckDigit[check]
        tryAll(
          .upcE, parity: system == 0 ? parity : ~parity & 63, head: UInt64(system), tail: UInt64(check), tailBits: 4, into: &two)
      }
    }
    try expect(search.ranking(.upcE, costs), equals: two)
  }

  @Test(arguments: 200..<208 as Range<UInt64>) func randomEAN13(seed: UInt64) throws {
    roll(seed)
    var two = Two()
    for first in 0..<10 { tryAll(.ean13, parity: DigitPattern.parityOfFirstDigit[first], head: UInt64(first), into: &two) }
    try expect(search.ranking(.ean13, costs), equals: two)
  }

  /// Each last digit of UPC-E expands otherwise; with costs that say the code clearly, that code is found.
  @Test(arguments: 0..<2, 0..<10) func everyLastDigit(system: Int, last: Int) throws {
    let code = try #require((0..<10).compactMap { SymbolCode(.upcE, "\(system)83864\(last)\($0)") }.first { $0.isValid })
    favour(code)
    let parity = system == 0 ? DigitPattern.parityOfCheckDigit[code[7]] : ~DigitPattern.parityOfCheckDigit[code[7]] & 63
    for place in 0..<6 {
      for digit in 0..<10 { costs.row(place, isSetB: parity >> (5 - place) & 1 == 0)[digit] += 0.5 }
    }
    #expect(search.ranking(.upcE, costs)?.best == code)
  }

  /// EAN-13 with each first digit as the truth, found among random costs that are clearly higher.
  @Test(arguments: 0..<10) func everyParity(first: Int) throws {
    let twelve = "\(first)40063813339".prefix(12)
    let code = try #require((0..<10).compactMap { SymbolCode(.ean13, "\(twelve)\($0)") }.first { $0.isValid })
    favour(code)
    // Make the parity matter: the wrong set is dear.
    for place in 0..<6 {
      let isSetB = DigitPattern.parityOfFirstDigit[first] >> (5 - place) & 1 == 1
      for digit in 0..<10 { costs.row(place, isSetB: !isSetB)[digit] += 0.5 }
    }
    let ranking = try #require(search.ranking(.ean13, costs))
    #expect(ranking.best == code)
    #expect(abs(ranking.bestCost - 10.8) < 1e-4)
    // Two digits have to change for another valid code.
    #expect(abs(ranking.secondCost - 11) < 1e-4)
    #expect(abs(search.cheapestRegardless(.ean13, costs) - ranking.bestCost) < 1e-4)
  }

  @Test(arguments: ["00123457", "01234505", "01278906", "07838604", "04252614"]) func knownUPCE(text: String) throws {
    let code = try #require(SymbolCode(.upcE, text))
    let checks = (0..<10).filter { SymbolCode(.upcE, "\(text.prefix(7))\($0)")?.isValid == true }
    #expect(checks.count == 1)
    if code.isValid { #expect(checks == [code[7]]) }
  }

  @Test func theCheckDigitIsNotFree() throws {
    // The bars say a code whose check digit is wrong: the cheapest valid one costs more than the bars alone.
    let wrong = try #require(SymbolCode(.ean8, "96385075"))
    #expect(!wrong.isValid)
    favour(wrong)
    let ranking = try #require(search.ranking(.ean8, costs))
    #expect(ranking.bestCost > search.cheapestRegardless(.ean8, costs) + 0.05)
  }

  @Test(arguments: SymbolKind.allCases) func costsThatAreNotNumbers(kind: SymbolKind) {
    for value in [Float.nan, .infinity, -.infinity] {
      for index in 0..<288 { costs.values[index] = value }
      if let ranking = search.ranking(kind, costs) { #expect(!ranking.bestCost.isFinite) }
      _ = search.cheapestRegardless(kind, costs)
    }
    roll(1)
    for index in stride(from: 0, to: 288, by: 7) { costs.values[index] = .nan }
    _ = search.ranking(kind, costs)
    // Equal costs: two different codes all the same.
    for index in 0..<288 { costs.values[index] = 1 }
    let ranking = search.ranking(kind, costs)
    #expect(ranking?.best != ranking?.second)
    #expect(ranking?.second != nil)
  }
}
