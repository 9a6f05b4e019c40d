import Gzip
import Testing

/// Gzip files that are read piece by piece.
@Suite struct GzipReaderTests {
  /// Unpacks with so many bytes at a time on both sides.
  private func unpacked(_ bytes: [UInt8], piece: Int) throws -> [UInt8] {
    var rest = bytes[...]
    let reader = GzipReader { buffer in
      let count = min(piece, rest.count, buffer.count)
      buffer.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return count
    }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: piece)
    while true {
      let count = try chunk.withUnsafeMutableBytes { try reader.read(into: $0) }
      if count == 0 { return result }
      result += chunk.prefix(count)
    }
  }

  private let text = Array((0..<3000).map { "line \($0 % 97)\n" }.joined().utf8)

  @Test(arguments: [1, 7, 64, 1 << 20]) func membersComeOutInARow(piece: Int) throws {
    let bytes = try Gzip.compressed(text) + Gzip.compressed([]) + Gzip.compressed(Array("end".utf8), level: 1)
    #expect(try unpacked(bytes, piece: piece) == text + Array("end".utf8))
    // Padding of a tape.
    #expect(try unpacked(bytes + [0, 0, 0], piece: piece) == text + Array("end".utf8))
    #expect(try unpacked([], piece: piece) == [])
  }

  @Test func allFieldsOfAHeaderArePassed() throws {
    let plain = try Gzip.compressed(text)
    let header: [UInt8] = [0x1F, 0x8B, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3]
    let fields: [UInt8] = [3, 0, 1, 2, 3] + Array("name\0".utf8) + Array("comment\0".utf8) + [9, 9]
    #expect(try unpacked(header + fields + plain.dropFirst(10), piece: 5) == text)
  }

  @Test func everyCutIsTruncated() throws {
    let whole = try Gzip.compressed(Array("a dump".utf8))
    for cut in 1..<whole.count {
      #expect(throws: Gzip.Failure.truncated, "cut at \(cut)") { try unpacked(Array(whole[..<cut]), piece: 3) }
    }
  }

  @Test func damageIsNoticed() throws {
    let whole = try Gzip.compressed(text)
    for place in [0, 1, 2, whole.count / 2, whole.count - 8, whole.count - 1] {
      var bytes = whole
      bytes[place] ^= 0x55
      #expect(throws: Gzip.Failure.self, "byte \(place)") { try unpacked(bytes, piece: 100) }
    }
    #expect(throws: Gzip.Failure.damaged) { try unpacked(whole + Array("rest".utf8), piece: 100) }
  }
}
