import Testing

@testable import HealthImport

@Suite struct XMLTextTests {
  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("Alex\u{2019}s Apple\u{A0}Watch", "Alex\u{2019}s Apple\u{A0}Watch"),
    ("&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos;", "<a> & \"b\" 'c'"), ("&amp;lt;", "&lt;"),
    ("a&#10;b&#x2019;&#x1F600;", "a\nb\u{2019}\u{1F600}"),
    ("a\tb\nc\r\nd\re", "a b c d e"),
  ])
  func referencesAreDecoded(written: String, meant: String) {
    var text = XMLText()
    #expect(withByteText(written) { text.string($0) } == meant)
    #expect(text.controlCharacters == 0 && text.invalidBytes == 0 && text.unknownEntities == 0)
  }

  @Test(arguments: ["&nbsp;", "a & b", "&", "&;", "&#;", "&#x;", "&#12345678901;", "&#+65;", "&lt", "&averylongname;"])
  func unknownReferencesAreKeptAndCounted(written: String) {
    var text = XMLText()
    #expect(withByteText(written) { text.string($0) } == written)
    #expect(text.unknownEntities == 1)
  }

  @Test(arguments: [
    ("Calm\u{B}", "Calm\u{FFFD}"), ("&#11;", "\u{FFFD}"), ("&#0;", "\u{FFFD}"), ("&#xD800;", "\u{FFFD}"), ("&#x110000;", "\u{FFFD}"),
  ])
  func controlCharactersAreReplacedAndCounted(written: String, kept: String) {
    var text = XMLText()
    #expect(withByteText(written) { text.string($0) } == kept)
    #expect(text.controlCharacters == 1)
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b", 1), ([0xE2, 0x80], "\u{FFFD}", 1),
      ([0xC3, 0x28, 0xEF, 0xBF, 0xBD, 0xFE], "\u{FFFD}(\u{FFFD}\u{FFFD}", 2),
    ] as [([UInt8], String, Int)])
  func invalidBytesAreReplacedAndCounted(written: [UInt8], kept: String, count: Int) {
    var text = XMLText()
    #expect(withByteText(written) { text.string($0) } == kept)
    #expect(text.invalidBytes == count)
  }
}
