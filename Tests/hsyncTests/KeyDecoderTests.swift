import HealthDesk
import Testing

@testable import hsync

/// Bytes of a terminal become keys, wherever they are cut.
@Suite struct KeyDecoderTests {
  private static let cases: [(bytes: [UInt8], keys: [KeyDecoder.Key])] = [
    (Array("oats".utf8), [.key(.text("oats"))]), (Array("é牛🙂".utf8), [.key(.text("é牛🙂"))]),
    (Array("\u{1B}[A\u{1B}[B\u{1B}OA\u{1B}[5~\u{1B}[6~".utf8), [.key(.up), .key(.down), .key(.up), .key(.pageUp), .key(.pageDown)]),
    (Array("\u{1B}[1;5A\u{1B}[C".utf8), [.key(.up)]),
    ([0x7F, 0x08, 0x17, 0x15], [.key(.backspace), .key(.backspace), .key(.eraseWord), .key(.eraseAll)]),
    ([0x0D, 0x09, 0x03, 0x1A, 0x04], [.key(.enter), .key(.tab), .interrupt, .suspend, .key(.escape)]),
    (Array("\u{1B}x".utf8), [.key(.escape), .key(.text("x"))]), ([0x01, 0x00], []), ([0xFF, 0xC0, 0x61], [.key(.text("a"))]),
    (Array("\u{1B}[200~a\rb\u{1B}[201~\r".utf8), [.key(.text("a")), .key(.text(" ")), .key(.text("b")), .key(.enter)]),
  ]

  @Test(arguments: cases.indices)
  func bytesBecomeKeys(index: Int) {
    let (bytes, keys) = KeyDecoderTests.cases[index]
    var decoder = KeyDecoder()
    #expect(decoder.keys(bytes) == keys)
    #expect(!decoder.isWaiting)
  }

  /// Byte by byte the same text comes, in pieces.
  @Test(arguments: cases.indices)
  func cutsDoNotMatter(index: Int) {
    let (bytes, keys) = KeyDecoderTests.cases[index]
    var decoder = KeyDecoder()
    let pieces = bytes.flatMap { decoder.keys([$0]) }
    #expect(joined(pieces) == joined(keys))
  }

  private func joined(_ keys: [KeyDecoder.Key]) -> [KeyDecoder.Key] {
    keys.reduce(into: []) { joined, key in
      if case .key(.text(let more)) = key, case .key(.text(let text))? = joined.last {
        joined[joined.count - 1] = .key(.text(text + more))
      } else {
        joined.append(key)
      }
    }
  }

  @Test func anEscapeThatNothingFollowsIsAKey() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1B]).isEmpty && decoder.isWaiting)
    #expect(decoder.flush() == [.key(.escape)] && !decoder.isWaiting)
    #expect(decoder.keys([0xE7, 0x89]).isEmpty && decoder.flush().isEmpty)
    #expect(decoder.keys(Array("\u{1B}[".utf8) + [UInt8](repeating: 0x31, count: 40)).isEmpty && !decoder.isWaiting)
  }
}
