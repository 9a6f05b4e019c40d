import TestSupport
import Testing
import Zstd

@Suite struct ZstdTests {
  private let text = Array(String(repeating: #"{"kind":"meal","id":"0197","op":"put","data":{"name":"Oat Crunch"}},"#, count: 5000).utf8)

  @Test func whatIsPackedComesBack() throws {
    for bytes in [[], [0x7B], text] {
      let packed = try Zstd.compressed(bytes)
      #expect(Zstd.isCompressed(packed))
      #expect(try Zstd.decompressed(packed, limit: text.count) == bytes)
    }
    #expect(try Zstd.compressed(text).count < text.count / 20)
    #expect(try Zstd.compressed(text) == Zstd.compressed(text))
  }

  @Test func framesInARowAreOneResult() throws {
    let packed = try Zstd.compressed([1, 2]) + Zstd.compressed([3])
    #expect(try Zstd.decompressed(packed, limit: 10) == [1, 2, 3])
  }

  @Test func aBombIsNotUnpacked() throws {
    let bomb = try Zstd.compressed([UInt8](repeating: 0, count: 50 << 20))
    #expect(bomb.count < 10_000)
    #expect(throws: Zstd.Failure.tooLarge(limit: 1 << 20)) { try Zstd.decompressed(bomb, limit: 1 << 20) }
  }

  @Test func whatIsCutOffOrChangedIsTold() throws {
    let packed = try Zstd.compressed(text)
    #expect(throws: Zstd.Failure.truncated) { try Zstd.decompressed([], limit: 10) }
    for count in stride(from: 1, to: packed.count, by: 7) {
      #expect(throws: Zstd.Failure.truncated) { try Zstd.decompressed(Array(packed[..<count]), limit: text.count) }
    }
    #expect(throws: Zstd.Failure.damaged) { try Zstd.decompressed(Array("{}".utf8) + packed, limit: text.count) }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var broken = packed
      broken[Int.random(in: 4..<broken.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      // A flipped bit may leave the bytes as they were; it never brings others, for the checksum is looked at.
      if let bytes = try? Zstd.decompressed(broken, limit: text.count) { #expect(bytes == text) }
    }
  }
}
