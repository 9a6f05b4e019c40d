import HealthModel
import Testing

@Suite struct GTINTests {
  @Test(arguments: [
    ("5449000000996", "5449000000996"), ("049000042566", "0049000042566"), ("00049000042566", "0049000042566"),
    ("96385074", "96385074"), ("00000096385074", "96385074"), ("19521234543218", "19521234543218"),
  ])
  func writesDigitsAsOpenFoodFactsDoes(digits: String, expected: String) throws {
    #expect(try #require(GTIN(digits: digits)).description == expected)
  }

  @Test(arguments: ["", "0", "12a", "123456789012345", "١٢٣٤٥٦٧٨", "-5449000000996"])
  func refusesWhatIsNoNumber(digits: String) { #expect(GTIN(digits: digits) == nil) }

  @Test(arguments: [
    ("6291041500213", true), ("6291041500214", false), ("96385074", true), ("0049000042566", true), ("036000291452", true),
    ("9521234543213", true), ("9521234543231", false),
  ])
  func checkDigitFollowsTheGeneralSpecifications(digits: String, isValid: Bool) throws {
    #expect(try #require(GTIN(digits: digits)).hasValidCheckDigit == isValid)
  }

  /// One row for each rule of the zero suppression, and what isn't one.
  @Test(arguments: [
    ("07838604", "0078000003864"), ("01234505", "0012000003455"), ("04252614", "0042100005264"), ("01234531", "0012300000451"),
    ("01234543", "0012340000053"), ("01234558", "0012345000058"),
  ])
  func expandsUPCE(text: String, expected: String) throws {
    let expanded = try #require(GTIN(upcE: text))
    #expect(expanded.description == expected)
    #expect(expanded.hasValidCheckDigit)
  }

  @Test(arguments: ["07838605", "2783860", "27838604", "0783860x", ""])
  func refusesWhatIsNoUPCE(text: String) { #expect(GTIN(upcE: text) == nil) }

  @Test(arguments: [
    ("2012345678900", true), ("0212345678909", true), ("0412345678903", true), ("2000000000015", false), ("5449000000996", false),
    ("20123451", true), ("96385074", false), ("9521234543213", false),
  ])
  func knowsShopsOwnNumbers(digits: String, isInStore: Bool) throws { #expect(try #require(GTIN(digits: digits)).isInStore == isInStore) }

  @Test(arguments: [
    ("2012345678900", true), ("0212345678909", true), ("0412345678903", false), ("2000000000015", false), ("20123451", false),
    ("02345673", false), ("5449000000996", false),
  ])
  func knowsNumbersWithRoomForAWeight(digits: String, mayHold: Bool) throws {
    #expect(try #require(GTIN(digits: digits)).mayHoldMeasure == mayHold)
  }

  @Test(arguments: [
    ("5449000000996", ["5449000000996"]), (" 5 449000 000996 ", ["5449000000996"]), ("5449-0000-0099-6", ["5449000000996"]),
    ("07838604", ["0078000003864", "07838604"]), ("96385074", ["96385074"]),
    ("(01)09521234543213(10)ABC", ["9521234543213"]), ("]C1010952123454321310ABC", ["9521234543213"]),
    ("https://example.com/01/09521234543213/10/ABC?17=261121", ["9521234543213"]), ("hello", []), ("12345", []),
    ("https://example.com/", []),
    ("(01)", []), ("]", []),
  ])
  func readsWhatPeopleType(text: String, expected: [String]) { #expect(GTIN.readings(of: text).map(\.description) == expected) }
}
