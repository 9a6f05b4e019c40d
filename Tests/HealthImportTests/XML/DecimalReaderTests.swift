import TestSupport
import Testing

@testable import HealthImport

@Suite struct DecimalReaderTests {
  @Test(arguments: [
    "0", "1", "-1", "+1", "329", "0.00288", "22.5312", "-122.426", "5.19412346680959", "48.74499999999999", "139.3170000000021",
    "0.4971749504535062", "0.1", ".5", "5.", "-0", "9007199254740993", "1e-05", "1E5", "1.7976931348623157e308", "5e-324",
    "0.23900000000000002", "123456789012345678901234567890", "0.000000000000000000000000000001",
  ])
  func numbersAreCorrectlyRounded(text: String) throws {
    let padded = text.hasPrefix(".") ? "0" + text : text.hasSuffix(".") ? text + "0" : text
    #expect(withByteText(text, DecimalReader.number)?.bitPattern == Double(padded)?.bitPattern)
  }

  @Test(arguments: [
    "", " ", ".", "-", "+", "1 ", " 1", "1,5", "1.2.3", "0x10", "nan", "inf", "-inf", "infinity", "1e", "1e+", "e5", "1e400", "--1",
    "HKCategoryValue", "12\u{B}",
    "1e5.5", "1_000",
  ])
  func whatIsNoNumberIsNone(text: String) {
    #expect(withByteText(text, DecimalReader.number) == nil)
  }

  @Test func randomNumbersAgreeWithTheStandardLibrary() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let digits = Int.random(in: 1...20, using: &random)
      var text = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
      let point = Int.random(in: 1...digits, using: &random)
      if point < digits { text.insert(".", at: text.index(text.startIndex, offsetBy: point)) }
      #expect(withByteText(text, DecimalReader.number)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }
}
