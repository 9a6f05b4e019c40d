import HealthModel
import Testing

@Suite struct GS1ElementStringTests {
  /// The content of symbols, ␝ for the group separator, and its human-readable form.
  @Test(arguments: [
    ("0109521234543213", "(01)09521234543213"),
    ("010952123454321310LOT7␝17271231", "(01)09521234543213(10)LOT7(17)271231"),
    ("0199521234543216310300175010LOT7", "(01)99521234543216(3103)001750(10)LOT7"),
    // GS1 General Specifications, figure 4.15.1-2, a printed example.
    (
      "01095040000591012112345678p901␝101234567p␝171411208200http://www.gs1.org/demo/",
      "(01)09504000059101(21)12345678p901(10)1234567p(17)141120(8200)http://www.gs1.org/demo/"
    ),
    // Separators where none is needed, at the start and at the end.
    ("␝0109521234543213␝17271231␝", "(01)09521234543213(17)271231"), ("^010952123454321310A^21B", "(01)09521234543213(10)A(21)B"),
    ("]d2010952123454321310A", "(01)09521234543213(10)A"), ("]Q3␝0109521234543213", "(01)09521234543213"),
    ("10A-1,B.*/(x)\"&%+;:=<>?!'_#", "(10)A-1,B.*/(x)\"&%+;:=<>?!'_#"), ("24112AB", "(241)12AB"),
    ("41495212340000024202001", "(414)9521234000002(420)2001"),
    ("392005", "(3920)05"), ("253952123400000217", "(253)952123400000217"),
  ])
  func readsWhatSymbolsSay(data: String, text: String) throws {
    let string = try #require(GS1ElementString(data: data.replacing("␝", with: "\u{1D}")))
    #expect(string.description == text)
    #expect(GS1ElementString(bracketed: text) == string)
  }

  @Test(arguments: [
    "", "␝", "]", "]d", "]d2", "]E09521234543213", "0", "01", "010952123454321", "01095212345432AB", "0109521234543213X",
    "010952123454321317ABCDEF",
    "0109521234543213052", "01095212345432135512", "10", "10␝17271231", "10A␝␝21B", "10LOT 7", "10Grün", "10\u{0}", "hello", "3103",
    "3103001", "31030017501",
    "10" + String(repeating: "9", count: 91), "０１09521234543213", "（01）09521234543213", "\u{1F4A9}",
  ])
  func refusesWhatIsNone(data: String) { #expect(GS1ElementString(data: data.replacing("␝", with: "\u{1D}")) == nil) }

  @Test(arguments: [
    "", "(", "()", "(01)", "(01", "(1)2", "(01)0952123454321", "(01)095212345432134", "01(09521234543213)", "(01)09521234543213(10)",
    "(01) 09521234543213",
    "(05)1", "(3103)1", "(10)A B", "((01))09521234543213",
  ])
  func refusesWhatPeopleDoNotPrint(text: String) { #expect(GS1ElementString(bracketed: text) == nil) }

  @Test func aParenthesisInAValueIsPartOfItUnlessItBeginsAnIdentifier() throws {
    #expect(try #require(GS1ElementString(bracketed: "(10)A(x)(21)B(")).elements.map(\.value) == ["A(x)", "B("])
    #expect(try #require(GS1ElementString(bracketed: "(10)A(21)B")).elements.map(\.identifier) == ["10", "21"])
    #expect(try #require(GS1ElementString(data: "10A(21)B")).elements.map(\.value) == ["A(21)B"])
  }

  @Test(
    arguments: [
      ("(01)09521234543213", 9_521_234_543_213), ("(01)19521234543210(10)A", 19_521_234_543_210), ("(10)A", nil),
      ("(01)00000000000000", nil),
      // The content of a pallet, and the count.
      ("(02)09521234543213(37)48", nil),
      // Said twice is said once; two numbers are none.
      ("(01)09521234543213(01)09521234543213", 9_521_234_543_213), ("(01)09521234543213(01)09521234543220", nil),
    ] as [(String, Int64?)])
  func namesTheProduct(text: String, number: Int64?) throws {
    #expect(try #require(GS1ElementString(bracketed: text)).gtin?.number == number)
  }

  /// A simple fuzz test: every text, cut short and with each byte changed, is read or rejected, and each result can be written.
  @Test func nothingCrashesIt() {
    let text = "]d2010952123454321310LOT7\u{1D}3103001750241AB\u{1D}17271231(21)("
    for count in 0...text.utf8.count {
      let start = Array(text.utf8.prefix(count))
      for byte in [0, 0x1D, 0x28, 0x29, 0x30, 0x39, 0x5D, 0x5E, 0x7F, 0x80, 0xFF] as [UInt8] {
        let hostile = String(decoding: start + [byte] + text.utf8.dropFirst(count + 1), as: UTF8.self)
        for string in [GS1ElementString(data: hostile), GS1ElementString(bracketed: hostile)].compactMap(\.self) {
          #expect(string.elements.allSatisfy { !$0.value.isEmpty })
          #expect(GS1ElementString(bracketed: string.description) != nil)
        }
      }
    }
    #expect(GS1ElementString(data: String(repeating: "1127123", count: 100_000)) == nil)
    #expect(GS1ElementString(data: String(repeating: "11271231", count: 100_000))?.elements.count == 100_000)
    #expect(GS1ElementString(bracketed: "(10)A" + String(repeating: "(10", count: 100_000)) == nil)
  }
}
