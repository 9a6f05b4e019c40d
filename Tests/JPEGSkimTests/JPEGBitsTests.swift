import TestSupport
import Testing

@testable import JPEGSkim

/// The codes and the bits below.
@Suite struct JPEGBitsTests {
  /// That of luma's DC differences (ITU-T T.81, table K.3).
  private let dc = HuffmanCode(counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0...11))

  @Test(arguments: [("00", 0), ("010", 1), ("011", 2), ("110", 5), ("1110", 6), ("11110", 7), ("111111110", 11)])
  func codesAreThoseOfTheStandard(code: String, symbol: Int) throws {
    let dc = try #require(dc)
    let number = try #require(Int(code, radix: 2))
    let expected = code.count << 8 | symbol
    #expect(dc.symbol(number << (16 - code.count)) == expected)
    #expect(Int(dc.symbols[number << (HuffmanCode.lookupBits - code.count)]) == expected)
  }

  @Test func whatNoCodeBeginsWithIsNone() throws {
    let dc = try #require(dc)
    #expect(dc.symbol(0xFF80) == 0)
    #expect(dc.symbols[0xFF8] == 0)
  }

  @Test func codesThatDoNotFitAreRefused() {
    #expect(HuffmanCode(counts: [3] + Array(repeating: 0, count: 15), symbols: [0, 1, 2]) == nil)
    #expect(HuffmanCode(counts: [2] + Array(repeating: 0, count: 15), symbols: [0]) == nil)
  }

  /// A code with symbols of all kinds, up to 16 bits long: what is stepped over at once is the same as what is stepped over one by one.
  @Test func stepsAreThoseOfTheCodes() throws {
    let symbols: [UInt8] = [0x01, 0x00, 0x02, 0x11, 0x03, 0x21, 0xF0, 0x04, 0x0A, 0x31, 0xA1, 0x12]
    let code = try #require(HuffmanCode(counts: [0, 1, 2, 1, 1, 1, 1, 1, 0, 1, 1, 0, 0, 0, 1, 1], symbols: symbols))
    let (values, steps) = (code.values(), code.steps())
    var random = SeededGenerator(seed: 1)
    var longest = 0
    for _ in 0..<20_000 {
      let bits = UInt64.random(in: 0...UInt64.max, using: &random)
      let step = Int(steps[Int(bits >> 52)])
      guard step != 0 else { continue }
      var (length, coefficients, before) = (0, 0, 0)
      while length < step & 0xFF {
        let one = HuffmanCode.step(over: code.symbol(Int((bits << UInt64(length)) >> 48)))
        before = coefficients
        if length == 0, values[Int(bits >> 52)] != 0 { #expect(Int(values[Int(bits >> 52)]) & 0xFFFF == one) }
        length += one & 0xFF
        coefficients += one >> 8
      }
      longest = max(longest, coefficients)
      #expect(step == length | coefficients << 8 | before << 16)
    }
    #expect(longest > HuffmanCode.end)
  }

  @Test func numbersAreSigned() {
    let bytes: [UInt8] = [0b0111_0001, 0b0110_0000, 0, 0, 0, 0, 0, 0, 0, 0]
    bytes.withUnsafeBufferPointer { buffer in
      var bits = JPEGBits(buffer, from: 0)
      bits.refill()
      #expect([1, 0, 3, 2, 3, 3].map { bits.number($0) } == [-1, 0, 7, -3, -5, 6])
    }
  }

  /// A byte 0xFF has a 0 behind it; behind a marker come zeros, none of which may be used.
  @Test func bitsEndAtMarkers() {
    let bytes: [UInt8] = [0xFF, 0x00, 0xAB, 0xCF, 0xFF, 0xD0, 0x12, 0x34, 0xFF, 0xD9]
    func isBehind(_ marker: UInt8, after count: Int, _ bits: JPEGBits) -> Bool {
      var copy = bits
      copy.skip(count)
      return copy.skip(marker: marker)
    }
    bytes.withUnsafeBufferPointer { buffer in
      var bits = JPEGBits(buffer, from: 0)
      bits.refill()
      #expect((bits.peek(24), bits.peek(32)) == (0xFF_ABCF, 0xFFAB_CF00))
      #expect(!isBehind(0xD0, after: 16, bits), "a byte is left")
      #expect(!isBehind(0xD0, after: 25, bits), "a bit was made up")
      #expect(!isBehind(0xD1, after: 20, bits))
      #expect(isBehind(0xD0, after: 17, bits) && isBehind(0xD0, after: 24, bits))
      bits.skip(20)
      _ = bits.skip(marker: 0xD0)
      bits.refill()
      #expect(bits.peek(16) == 0x1234)
      #expect(isBehind(0xD9, after: 16, bits))
      bits.skip(16)
      _ = bits.skip(marker: 0xD9)
      #expect(!isBehind(0xD9, after: 0, bits))
      bits.refill()
      #expect(bits.peek(32) == 0)
    }
  }

  /// The same bit has the same position, whoever reads it.
  @Test func positionsAreThoseOfBytes() {
    let bytes: [UInt8] = [
      0x11, 0xFF, 0x00, 0x00, 0x22, 0x33, 0xFF, 0x00, 0xFF, 0x00, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xFF, 0xD9,
    ]
    // By data byte: where it is.
    let places = [0, 1, 3, 4, 5, 6, 8, 10, 11, 12, 13, 14, 15, 16, 17]
    bytes.withUnsafeBufferPointer { buffer in
      for first in [0, 3, 5, 8] {
        var bits = JPEGBits(buffer, from: first)
        for place in places where place >= first {
          for bit in [0, 3] {
            bits.refill()
            #expect(bits.position == 8 * place + bit)
            bits.skip(bit == 0 ? 3 : 5)
          }
        }
        #expect(bits.position == 8 * 18)
        let isAtEnd = bits.isAtEnd()
        #expect(isAtEnd)
      }
    }
  }
}
