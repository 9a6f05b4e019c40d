import Foundation
import Testing

@testable import Notices

@Suite struct EncodedWordsTests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func base64(text: String, encoded: String) { #expect(Base64.text(Array(text.utf8)) == encoded) }

  @Test func base64IsWhatFoundationReads() {
    for count in [1, 56, 57, 58, 114, 1000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
      #expect(Data(base64Encoded: Base64.text(bytes)).map { Array($0) } == bytes)
      let lines = Base64.lines(bytes)
      #expect(lines.split(separator: "\n").allSatisfy { $0.count <= 76 } && lines.hasSuffix("\n"))
      #expect(Data(base64Encoded: lines, options: .ignoreUnknownCharacters).map { Array($0) } == bytes)
    }
  }

  @Test(arguments: [
    ("Wash Complete!", "Wash Complete!"), ("", ""), ("Äpfel", "=?UTF-8?B?w4RwZmVs?="), ("=?x", "=?UTF-8?B?PT94?="),
    (" a", "=?UTF-8?B?IGE=?="),
  ])
  func headers(text: String, header: String) { #expect(EncodedWords.header(text) == header) }

  @Test func longTextsAreSeveralWords() {
    let text = String(repeating: "Wäsche 🧺 ", count: 20)
    let words = EncodedWords.folded(text, name: "Subject").split(separator: "\n ")
    #expect(words.count > 3 && words.allSatisfy { $0.utf8.count <= 67 && $0.hasPrefix("=?UTF-8?B?") && $0.hasSuffix("?=") })
    // Each word is text by itself.
    let parts = words.map { word in
      Data(base64Encoded: String(word.dropFirst(10).dropLast(2))).flatMap { String(data: $0, encoding: .utf8) } ?? "?"
    }
    #expect(parts.joined() == text)
    #expect(EncodedWords.folded(String(repeating: "a", count: 69), name: "Subject").count == 69)
    #expect(EncodedWords.folded(String(repeating: "a", count: 70), name: "Subject").hasPrefix("=?"))
  }

  @Test(arguments: [
    (0, "Thu, 1 Jan 1970 00:00:00 +0000"), (951_782_409_999, "Tue, 29 Feb 2000 00:00:09 +0000"),
    (1_770_724_980_000, "Tue, 10 Feb 2026 12:03:00 +0000"),
    (Int64.min, "Thu, 1 Jan 1970 00:00:00 +0000"),
  ])
  func dates(ms: Int64, text: String) { #expect(MailWay.date(ms) == text) }
}
