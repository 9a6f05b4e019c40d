import Gzip
import Testing

/// Raw deflate in pieces, as zip archives need it.
@Suite struct InflaterTests {
  static let text = Array((0..<3000).map { "line \($0)\n" }.joined().utf8)
  /// gzip is ten bytes, a raw deflate stream, the CRC-32 and the length (RFC 1952).
  static let packed: [UInt8] = { (try? Gzip.compressed(text)).map { Array($0[10..<$0.count - 8]) } ?? [] }()

  /// Returns the output when input and output are given in pieces.
  private func unpacked(_ packed: [UInt8], inPieces input: Int, outPieces output: Int) throws -> (bytes: [UInt8], isAtEnd: Bool) {
    let inflater = Inflater()
    var all: [UInt8] = []
    var room = [UInt8](repeating: 0, count: output)
    var position = 0
    while true {
      let piece = packed[position..<min(position + input, packed.count)]
      let step = try piece.withUnsafeBytes { piece in try room.withUnsafeMutableBytes { try inflater.step(piece, into: $0) } }
      position += step.read
      all += room.prefix(step.written)
      if step.isAtEnd { return (all, true) }
      if step.read == 0, step.written == 0 { return (all, false) }
    }
  }

  @Test(arguments: [(1, 1), (1, 4096), (4096, 1), (100_000, 100_000), (7, 13)])
  func piecesOfAnySizeGiveTheSame(input: Int, output: Int) throws {
    let result = try unpacked(Self.packed, inPieces: input, outPieces: output)
    #expect(result.bytes == Self.text)
    #expect(result.isAtEnd)
  }

  @Test func whatLiesBehindTheStreamIsToldApart() throws {
    for input in [1, 3, 1000, 100_000] {
      let inflater = Inflater()
      let all = Self.packed + Array("PK and more".utf8)
      var room = [UInt8](repeating: 0, count: 100_000)
      var position = 0
      var isAtEnd = false
      while !isAtEnd {
        let step = try all[position..<min(position + input, all.count)].withUnsafeBytes { piece in
          try room.withUnsafeMutableBytes { try inflater.step(piece, into: $0) }
        }
        position += step.read
        isAtEnd = step.isAtEnd
      }
      #expect(position - inflater.unusedBytes == Self.packed.count, "\(input)")
    }
  }

  @Test func streamThatIsCutOffHasNoEnd() throws {
    let result = try unpacked(Array(Self.packed.dropLast(10)), inPieces: 64, outPieces: 64)
    #expect(!result.isAtEnd)
    #expect(Self.text.starts(with: result.bytes))
  }

  @Test func damagedStreamIsFound() {
    #expect(throws: Gzip.Failure.damaged) { try unpacked([0xFF, 0xFF, 0xFF, 0xFF], inPieces: 4, outPieces: 64) }
  }

  @Test func checksumIsThatOfTheStandard() {
    var checksum = CRC32()
    for piece in ["1234", "", "56789"] { Array(piece.utf8).withUnsafeBytes { checksum.add($0) } }
    #expect(checksum.value == 0xCBF4_3926)
  }
}
