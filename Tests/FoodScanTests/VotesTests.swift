import HealthModel
import Testing

@testable import FoodScan

@Suite struct VotesTests {
  private func code(_ text: String, _ symbology: Symbology = .ean13) throws -> Barcode {
    try #require(Barcode(symbology: symbology, text: text))
  }

  @Test(arguments: [
    (Symbology.ean13, "9521234543213", 9_521_234_543_213 as Int64), (.ean8, "95212340", 95_212_340),
    (.upca, "412345000018", 412_345_000_018),
    (.upce, "01234565", 12_345_000_065),
  ])
  func barcodeKnowsItsNumber(symbology: Symbology, text: String, number: Int64) throws {
    #expect(try code(text, symbology).gtin.number == number)
  }

  @Test(arguments: [
    (Symbology.ean13, "9521234543214"), (.ean13, "952123454321"), (.ean8, "9521234"), (.upca, "9521234543213"), (.upce, "01234564"),
    (.upce, "21234565"), (.ean8, "0000000a"), (.ean13, ""),
  ])
  func wrongDigitsAreNoBarcode(symbology: Symbology, text: String) { #expect(Barcode(symbology: symbology, text: text) == nil) }

  @Test func sevenLinesAreEnough() throws {
    var votes = Votes()
    votes.add(try code("9521234543213"), votes: 6)
    #expect(votes.accepted.isEmpty)
    votes.add(try code("9521234543213"), votes: 1)
    #expect(votes.accepted.map(\.text) == ["9521234543213"])
  }

  @Test func nearMissHoldsACodeBack() throws {
    // The second is the first with two flips that cancel in the check digit: 1 -> 7 (weight 3: +18) and 2 -> 4 (weight 1: +2).
    var votes = Votes()
    votes.add(try code("9521234543213"), votes: 31)
    votes.add(try code("9527434543213"), votes: 4)
    #expect(votes.accepted.isEmpty)
    votes.add(try code("9521234543213"), votes: 1)
    #expect(votes.accepted.map(\.text) == ["9521234543213"])
  }

  @Test func differentCodesAreBothBelieved() throws {
    var votes = Votes()
    votes.add(try code("9521234543213"), votes: 15)
    votes.add(try code("95212340", .ean8), votes: 19)
    #expect(votes.accepted.map(\.text) == ["95212340", "9521234543213"])
  }

  @Test func upceNeedsMoreLinesAndNoLongCode() throws {
    var votes = Votes()
    votes.add(try code("01234565", .upce), votes: 13)
    #expect(votes.accepted.isEmpty)
    votes.add(try code("01234565", .upce), votes: 1)
    #expect(votes.accepted.map(\.text) == ["01234565"])
    votes.add(try code("9521234543213"), votes: 1)
    #expect(votes.accepted.isEmpty)
  }

  @Test(arguments: [
    (9_521_234_543_213 as Int64, 9_527_234_543_213 as Int64, true), (1_111_111_111_111, 7_777_777_777_777, true),
    (1_111_111_111_116, 2_345_678_902_345, false), (95_212_340, 40_123_455, false), (95_212_340, 95_212_456, false),
    (95_212_340, 95_213_240, true), (95_212_340, 9_521_234_543_213, false),
  ])
  func similarity(a: Int64, b: Int64, isSimilar: Bool) throws {
    #expect(Votes.areSimilar(try #require(GTIN(number: a)), try #require(GTIN(number: b))) == isSimilar)
  }
}
