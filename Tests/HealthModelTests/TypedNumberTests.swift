import HealthModel
import Testing

/// Numbers and amounts as people type them.
@Suite struct TypedNumberTests {
  @Test(
    arguments: [
      ("12", 12), ("12.5", 12.5), ("12,5", 12.5), ("80,5", 80.5), ("-1", -1), ("+3", 3), (".5", 0.5), (",5", 0.5), ("5.", 5), ("0", 0),
      ("0,125", 0.125), ("0.250", 0.25), (".125", 0.125), ("1234,567", 1234.567), ("1,2345", 1.2345), ("1250", 1250),
      ("1,250,000", 1_250_000),
      ("1.250.000", 1_250_000), ("1,250.5", 1250.5), ("1.250,5", 1250.5), ("1,250.000", 1250), ("1 250", 1250), ("1\u{202F}250,5", 1250.5),
      ("1'250", 1250), ("1’250", 1250), ("1/2", 0.5), ("1 1/2", 1.5), ("3⁄4", 0.75), ("½", 0.5), ("1½", 1.5), ("1 ½", 1.5), ("١٢", 12),
      ("１２．５", 12.5), ("٣٫٥", 3.5), ("−2", -2), (" 7 ", 7), ("-1/2", -0.5),
    ] as [(String, Double)])
  func aNumberIsRead(text: String, value: Double) throws { #expect(try TypedNumber(text).value == value) }

  @Test(arguments: [
    "inf", "nan", "1e9", "0x10", "", " ", ",", "-", "--1", "1 2", "12345678901", "1,25,000", "1.234.5", "1,2,3", "01,250,000", "1/0", "1/",
    "/2",
    "1/2/3", "1 2 1/2", "½½", "999999999 9999/1", "1'25", "²", "①", "1,250 000", "12 3456", "a", "1\n2",
  ])
  func otherTextsAreNoNumbers(text: String) throws {
    let fault = try #require(throws: TypedFault.self) { try TypedNumber(text) }
    #expect(fault.message.hasSuffix(" isn't a number") && fault.kind == .badData && fault.advice == "a number is like 12, 1.5 or 1/2")
  }

  /// What is 1250 for some is 1.25 for others, and hsync itself prints `1,250`.
  @Test(
    arguments: [
      ("1,250", "1250 or 1.25", "1250 or 1.25"), ("1.250", "1250 or 1.25", "1250 or 1.25"), ("1,000", "1000 or 1", "1000 or 1"),
      ("12.000", "12000 or 12", "12000 or 12"), ("-1,250", "-1250 or -1.25", "-1250 or -1.25"),
      ("72.575", "72575 or 72.575", "72575 or 72.5750"), ("１，２５０", "1250 or 1.25", "1250 or 1.25"),
      ("999,999", "999999 or 999.999", "999999 or 999.9990"),
    ] as [(String, String, String)])
  func twoReadingsAreRefusedWithBoth(text: String, readings: String, advice: String) throws {
    let fault = try #require(throws: TypedFault.self) { try TypedNumber(text) }
    #expect(fault.message == "\(text) can be \(readings)" && fault.advice == "type \(advice)")
    #expect(fault.sentences == "\(text.prefix(1))\(text.dropFirst()) can be \(readings). Type \(advice).")
    for one in advice.split(separator: " or ") { #expect(throws: Never.self) { try TypedNumber(one) } }
  }

  @Test(arguments: [("32.794", 32.794), ("32,794", 32.794), ("-1.250", -1.25), ("179.999", 179.999)] as [(String, Double)])
  func degreesHaveNoThousands(text: String, value: Double) throws { #expect(try TypedNumber(degrees: text).value == value) }

  /// A field that hsync fills in is sent back as it is.
  @Test(arguments: [
    (0.125, "0.125"), (1.0 / 3, "0.3333333333333333"), (1.0 / 226, "0.004424778761061947"), (12.345, "12.3450"), (1.25, "1.25"),
    (1250, "1250"), (1234.567, "1234.567"),
    (-1.125, "-1.1250"),
  ])
  func whatIsPutIntoAFieldIsReadAgain(value: Double, text: String) throws {
    #expect(TypedNumber.text(value) == text)
    #expect(try TypedNumber(text).value == value)
  }

  @Test func everyThousandthIsReadAgain() throws {
    for thousandths in stride(from: 0, through: 2_000_000, by: 7) {
      let value = Double(thousandths) / 1000
      #expect(try TypedNumber(TypedNumber.text(value)).value == value)
    }
  }

  @Test(
    arguments: [
      ("200g", .g, 200), ("200 g.", .g, 200), ("0.5 l", .g, 500), ("0,5 L", .g, 500), ("33cl", .g, 330), ("1/2 kg", .g, 500),
      ("½ lb", .g, 226.796185),
      ("2 oz", .g, 56.69904625), ("3 x 40g", .g, 120), ("3×40 g", .g, 120), ("2*0.25 l", .g, 500), ("3x40", .g, 120), ("40", .g, 40),
      ("418.4 kJ", .kcal, 100), ("250 kcal", .kcal, 250), ("80.4kg", .kg, 80.4), ("177 lb", .kg, 80.28584949), ("1.75 m", .cm, 175),
      ("175cm", .cm, 175),
      ("20 %", .percent, 20), ("2 servings", .servings, 2), ("500 mg", .g, 0.5),
    ] as [(String, TypedUnit, Double)])
  func aUnitIsRead(text: String, unit: TypedUnit, value: Double) throws {
    #expect(abs(try TypedNumber(text, in: unit).value - value) < 1e-9)
  }

  @Test(
    arguments: [
      ("200g", .kcal, "200g isn't in kcal or kJ"), ("200g", .servings, "200g isn't in servings"),
      ("1 l", .kg, "1 l isn't in mg, g, kg, oz or lb"),
      ("10 cups", .g, "cups isn't a known unit"), ("1,250g", .g, "1,250 can be 1250 or 1.25"), ("1.000 g", .g, "1.000 can be 1000 or 1"),
      ("3x", .g, "3x isn't a number"), ("x3", .g, "x3 isn't a number"), ("0x10", .g, "0x10 isn't a number"),
      ("12e3", .g, "12e3 isn't a number"),
      ("g", .g, "g isn't a number"), ("1 kg 200 g", .g, "1 kg 200 g isn't a number"), ("999999999 x 2", .g, "999999999 x 2 is too large"),
      ("2 x 3 x 4", .g, "2 x 3 x 4 isn't a number"), ("12 g", nil, "12 g has a unit"),
    ] as [(String, TypedUnit?, String)])
  func otherUnitsAndTextsAreRefused(text: String, unit: TypedUnit?, message: String) throws {
    #expect(try #require(throws: TypedFault.self) { try TypedNumber(text, in: unit) }.message == message)
  }

  @Test(
    arguments: [
      ("2", .servings, Amount(servings: 2)), ("1/2", .servings, Amount(servings: 0.5)), ("200g", .servings, Amount(grams: 200)),
      ("0.5 l", .servings, Amount(grams: 500)), ("200", .g, Amount(grams: 200)), ("2 servings", .g, Amount(servings: 2)),
      ("3 x 40 g", .g, Amount(grams: 120)),
    ] as [(String, TypedUnit, Amount)])
  func anAmountSaysItsUnitOrHasTheFields(text: String, unit: TypedUnit, amount: Amount) throws {
    #expect(try Amount(typed: text, in: unit) == amount)
  }
}
