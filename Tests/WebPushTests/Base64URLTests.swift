import TestSupport
import Testing

@testable import WebPush

@Suite struct Base64URLTests {
  /// RFC 4648, section 10, without padding, and the two characters that differ from Base64: 0xFBFF is 111110 111111 1111(00).
  @Test(
    arguments: [
      ([], ""), (Array("f".utf8), "Zg"), (Array("fo".utf8), "Zm8"), (Array("foo".utf8), "Zm9v"), (Array("foob".utf8), "Zm9vYg"),
      (Array("fooba".utf8), "Zm9vYmE"), (Array("foobar".utf8), "Zm9vYmFy"), ([0xFB, 0xFF], "-_8"), ([0], "AA"),
    ] as [([UInt8], String)])
  func textIsTheStandards(bytes: [UInt8], text: String) {
    #expect(Base64URL.text(bytes) == text)
    #expect(Base64URL.bytes(text) == bytes)
  }

  @Test(arguments: [
    "A", "AAAAA", "Zg==", "Zg=", "Z g", "Zg\n", "+_8", "-/8", "Zh", "Zm9", "-_9", "Zm9vé", "\0AAA", "AA.A",
  ]) func otherTextsAreRefused(text: String) {
    #expect(Base64URL.bytes(text) == nil)
  }

  @Test func anyBytesComeBack() {
    var generator = SeededGenerator(seed: 1)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(Base64URL.bytes(Base64URL.text(bytes)) == bytes)
    }
  }
}
