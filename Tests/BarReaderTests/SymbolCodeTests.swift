import Testing

@testable import BarReader

@Suite struct SymbolCodeTests {
  @Test(arguments: [(SymbolKind.ean13, "5449000000996"), (.ean8, "96385074"), (.upcE, "07838604")])
  func digitsComeAndGo(kind: SymbolKind, text: String) throws {
    let code = try #require(SymbolCode(kind, text))
    #expect(code.description == text)
    #expect((0..<kind.digitCount).map { code[$0] } == text.compactMap(\.wholeNumberValue))
  }

  @Test func otherTextsAreNone() {
    #expect(SymbolCode(.ean13, "96385074") == nil)
    #expect(SymbolCode(.ean8, "9638507x") == nil)
    #expect(SymbolCode(.ean8, "963850٤") == nil)
  }

  @Test func placesOfDigits() {
    #expect(SymbolKind.ean13.firstModule(ofDigit: 5) == 38)
    #expect(SymbolKind.ean13.firstModule(ofDigit: 6) == 50)
    #expect(SymbolKind.ean8.firstModule(ofDigit: 7) == 57)
    #expect(SymbolKind.upcE.firstModule(ofDigit: 5) == 38)
  }

  /// A pixel and back: a region with slanted bars, standing and lying.
  @Test(arguments: [false, true]) func cornersLieInTheRegion(isTransposed: Bool) {
    let region = BarRegion(isTransposed: isTransposed, slope: 0.3, across: 100...300, along: 20...120, score: 1)
    #expect(region.contains(region.center))
    for corner in region.corners {
      #expect(region.contains(corner + (region.center - corner) * 0.01))
      #expect(!region.contains(corner - (region.center - corner) * 0.01))
    }
  }
}
