import Gzip
import Testing

@Suite struct GzipTests {
  @Test(arguments: [0, 1, 100, 65_536, 300_000])
  func whatGoesInComesOut(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
    let compressed = try Gzip.compressed(bytes)
    #expect(Gzip.isCompressed(compressed))
    #expect(try Gzip.decompressed(compressed, limit: count) == bytes)
    #expect(try Gzip.compressed(bytes) == compressed)
  }

  @Test func jsonShrinksAndIsNotTakenForGzip() throws {
    let text = Array(String(repeating: #"{"kind":"meal","op":"put"},"#, count: 1000).utf8)
    #expect(!Gzip.isCompressed(text))
    #expect(try Gzip.compressed(text).count < text.count / 20)
  }

  @Test func aBombStopsAtTheLimit() throws {
    let bomb = try Gzip.compressed([UInt8](repeating: 0, count: 10 << 20), level: 9)
    #expect(bomb.count < 20_000)
    #expect(throws: Gzip.Failure.tooLarge(limit: 1 << 20)) { try Gzip.decompressed(bomb, limit: 1 << 20) }
  }

  @Test func everyCutIsTruncated() throws {
    let whole = try Gzip.compressed(Array("a push answer".utf8))
    for cut in 0..<whole.count {
      #expect(throws: Gzip.Failure.truncated, "cut at \(cut)") { try Gzip.decompressed(Array(whole[..<cut]), limit: 1000) }
    }
  }

  @Test func otherBytesAndWrongChecksumsAreDamaged() throws {
    #expect(throws: Gzip.Failure.damaged) { try Gzip.decompressed(Array("<html>".utf8), limit: 1000) }
    var wrong = try Gzip.compressed(Array("a push answer".utf8))
    wrong[wrong.count - 5] ^= 1
    #expect(throws: Gzip.Failure.damaged) { try Gzip.decompressed(wrong, limit: 1000) }
  }

  @Test func membersAreJoined() throws {
    let two = try Gzip.compressed(Array("one ".utf8)) + Gzip.compressed(Array("two".utf8))
    #expect(try Gzip.decompressed(two, limit: 1000) == Array("one two".utf8))
  }
}
