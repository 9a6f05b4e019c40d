import Testing

@testable import FoodScan

@Suite struct CodedSizeTests {
  /// Fields as value and length in bits, filled up to whole bytes.
  private func bytes(_ fields: [(value: Int, bits: Int)]) -> [UInt8] {
    var bits = fields.flatMap { field in (0..<field.bits).reversed().map { UInt8(field.value >> $0 & 1) } }
    while bits.count % 8 != 0 { bits.append(0) }
    return stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
  }

  /// A unit's bytes with a 3 behind each two zeros that something below 4 follows.
  private func guarded(_ unit: [UInt8]) -> [UInt8] {
    var (guarded, zeros) = ([UInt8](), 0)
    for byte in unit {
      if zeros == 2, byte < 4 {
        guarded.append(3)
        zeros = 0
      }
      guarded.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return guarded
  }

  @Test func walksBits() {
    var bits = BitWalk([0b010_00101, 0b1_0000000])
    #expect(bits.golomb() == 1)
    #expect(bits.golomb() == 4)
    #expect(bits.golomb() == 0)
    #expect(bits.golomb() == nil)
    #expect(bits.number(1) == nil)
    bits = BitWalk([0xFF])
    bits.skip(100)
    #expect(bits.flag() == nil)
    #expect(bits.number(0) == 0)
  }

  @Test func av1PictureHasTheSizeOfItsHeader() {
    let fields = [(0, 3), (1, 1), (1, 1), (5, 5), (11, 4), (10, 4), (3999, 12), (1499, 11)]
    #expect(CodedSize.av1(bytes(fields)) == PixelSize(width: 4000, height: 1500))
    #expect(CodedSize.av1(bytes(fields).dropLast()) == nil)
  }

  /// A frame of a sequence may say its own size, in as many bits as the header's has. Here with all that may come before it.
  @Test func av1SequenceMayHaveFramesOfAnySizeThatFits() {
    let timing = [(1, 1), (0, 32), (0, 32), (1, 1), (0b00101, 5), (1, 1), (9, 5), (0, 32), (0, 5), (0, 5)]
    let points = [(1, 1), (1, 5), (0, 12), (8, 5), (1, 1), (1, 1), (0, 21), (1, 1), (3, 4), (0, 12), (7, 5), (0, 1), (0, 1)]
    let fields = [(0, 3), (0, 1), (0, 1)] + timing + points + [(11, 4), (10, 4), (99, 12), (99, 11)]
    #expect(CodedSize.av1(bytes(fields)) == PixelSize(width: 4096, height: 2048))
    let plain = [(0, 3), (0, 1), (0, 1), (0, 1), (0, 1), (0, 5), (0, 12), (4, 5), (5, 4), (6, 4), (63, 6), (64, 7)]
    #expect(CodedSize.av1(bytes(plain)) == PixelSize(width: 64, height: 128))
  }

  @Test func hevcPictureHasTheSizeOfItsParameterSet() {
    // Sizes in Exponential-Golomb code: 4033 is 11 zeros and 4034 in 12 bits.
    let start = [(0, 4), (2, 3), (1, 1), (0x7FFF, 15), (0x7FFF_FFFF, 73), (0xFF, 8)]
    let subLayers = [(0b1101, 4), (0, 12), (0x7FFF, 88), (0xFF, 8), (0xFF, 8)]
    let end = [(1, 1), (0b00100, 5), (0, 1), (4034, 23), (3025, 23)]
    #expect(CodedSize.hevc(bytes(start + subLayers + end)) == PixelSize(width: 4033, height: 3024))
    #expect(CodedSize.hevc(bytes(start + subLayers)) == nil)
  }

  /// The largest numbers that the code can write: their product is no `Int`.
  @Test func aSizeBeyondAllNumbersIsTooLarge() throws {
    let side = [(0, 32), (1, 1), (0xFFFF_FFFF, 32)]
    let fields = [(0, 4), (0, 3), (1, 1), (0, 88), (0, 8), (1, 1), (0b010, 3)] + side + side
    let size = try #require(CodedSize.hevc(guarded(bytes(fields))))
    #expect(size == PixelSize(width: 0x1_FFFF_FFFE, height: 0x1_FFFF_FFFE))
    let error = #expect(throws: ScanError.self) { try PhotoLimits().check(size, of: .file("huge.heic")) }
    #expect(error?.code == .tooManyPixels)
    // The set as a file's container has it: a configuration of one array with one unit.
    let unit = [0x42, 0x01] + guarded(bytes(fields))
    let array = [0x21, 0, 1, 0, UInt8(unit.count)] + unit
    let configuration = box("hvcC", [UInt8](repeating: 0, count: 22) + [1] + array)
    let file = box("meta", [0, 0, 0, 0] + box("iprp", box("ipco", configuration)))
    #expect(file.withUnsafeBufferPointer { HEIFContainer($0).largest } == size)
  }

  private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(8 + content.count)] + Array(type.utf8) + content
  }

  @Test func hevcUnitsHaveBytesThatAreNoneOfTheirs() {
    let fields = [(0, 4), (0, 3), (1, 1), (0, 88), (0, 8), (1, 1), (0b010, 3), (4001, 23), (3001, 23)]
    let plain = bytes(fields)
    let guarded = guarded(plain)
    #expect(guarded.count > plain.count)
    #expect(CodedSize.hevc(guarded) == PixelSize(width: 4000, height: 3000))
  }
}
