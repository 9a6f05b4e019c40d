/// The codewords of a text in byte mode: data and error correction, in the order in which they stand in the symbol (ISO/IEC 18004, 7.4 to 7.6).
enum QRCodewords {
  /// The codewords, as many as the symbol has.
  static func make(of bytes: [UInt8], in size: QRSize) -> [UInt8] { interleaved(data(of: bytes, in: size), in: size) }

  /// Mode, length, bytes, end, and padding.
  static func data(of bytes: [UInt8], in size: QRSize) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) { bits += (0..<count).reversed().map { value >> $0 & 1 == 1 } }
    append(0b0100, 4)
    append(bytes.count, size.lengthBits)
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, 8 * size.dataCodewords - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var words = stride(from: 0, to: bits.count, by: 8).map { start in bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) } }
    for pad in 0..<size.dataCodewords - words.count { words.append(pad % 2 == 0 ? 0xEC : 0x11) }
    return words
  }

  /// The first codeword of each block, then the second ones; and the same with the correction. The last blocks may be one longer.
  private static func interleaved(_ data: [UInt8], in size: QRSize) -> [UInt8] {
    let short = size.dataCodewords / size.blocks
    let longFrom = size.blocks - size.dataCodewords % size.blocks
    var blocks: [ArraySlice<UInt8>] = []
    var rest = data[...]
    for block in 0..<size.blocks {
      let count = block < longFrom ? short : short + 1
      blocks.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    let corrections = blocks.map { ReedSolomon.correction(of: $0, count: size.correctionPerBlock) }
    var words: [UInt8] = []
    for place in 0...short { words += blocks.compactMap { place < $0.count ? $0[$0.startIndex + place] : nil } }
    for place in 0..<size.correctionPerBlock { words += corrections.map { $0[place] } }
    return words
  }
}
