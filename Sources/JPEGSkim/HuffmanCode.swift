/// A Huffman code of a JPEG (ITU-T T.81, annex C): the shorter codes come first, and each is one more than the last of its length.
///
/// An AC symbol says how many zero coefficients come first (its upper four bits) and how many bits of a coefficient follow the code (its lower four).
struct HuffmanCode {
  /// Bits that the tables are looked up by. Of 10 to 13, 12 are fastest: longer codes are rare, and the tables stay in the nearest cache.
  static let lookupBits = 12
  /// Entries of a table.
  static let tableSize = 1 << lookupBits
  /// An AC symbol: all that follows in the block is zero.
  static let endOfBlock = 0x00
  /// An AC symbol: sixteen zeros.
  static let sixteenZeros = 0xF0
  /// The number of coefficients that the end of a block counts as, which distinguishes it from a block that is full.
  static let end = 128

  /// By the next 12 bits, length << 8 | symbol; 0 where the code is longer, or there is none.
  let symbols: [UInt32]
  private let symbolsInOrder: [UInt8]
  /// By length, the first code, of 16 bits, that belongs to a longer one; and what is added to a code to get its symbol's place.
  private let limits: [Int]
  private let offsets: [Int]

  /// - Parameters:
  ///   - counts: How many codes have 1, 2, … 16 bits.
  ///   - symbols: What they stand for.
  /// - Returns: `nil` when there are more codes of a length than bits allow, or fewer symbols than codes.
  init?(counts: [Int], symbols: [UInt8]) {
    var (code, place) = (0, 0)
    var table = [UInt32](repeating: 0, count: Self.tableSize)
    var (limits, offsets) = ([0], [0])
    for (length, count) in zip(1..., counts) {
      guard place + count <= symbols.count, code + count <= 1 << length else { return nil }
      offsets.append(place - code)
      for symbol in symbols[place..<place + count] {
        if length <= Self.lookupBits {
          let rest = Self.lookupBits - length
          for i in code << rest..<(code + 1) << rest { table[i] = UInt32(length) << 8 | UInt32(symbol) }
        }
        code += 1
      }
      place += count
      limits.append(code << (16 - length))
      code <<= 1
    }
    (self.symbols, symbolsInOrder, self.limits, self.offsets) = (table, symbols, limits, offsets)
  }

  /// The code that 16 bits begin with, however long: length << 8 | symbol; 0 when there is none.
  func symbol(_ bits: Int) -> Int {
    guard let length = (1...16).first(where: { bits < limits[$0] }) else { return 0 }
    return length << 8 | Int(symbolsInOrder[offsets[length] + bits >> (16 - length)])
  }

  /// Whether an AC symbol has a meaning in a scan that isn't progressive.
  static func isMeaningful(_ symbol: Int) -> Bool { symbol & 15 > 0 || symbol == endOfBlock || symbol == sixteenZeros }

  /// Returns the step over the coefficient that an AC code begins: bits | coefficients << 8. `entry` is length << 8 | symbol.
  static func step(over entry: Int) -> Int {
    let (length, symbol) = (entry >> 8, entry & 0xFF)
    return (length + symbol & 15) | (symbol == endOfBlock ? end : symbol >> 4 + 1) << 8
  }

  /// By the next 12 bits, the coefficient that they begin with, if all of it is in them: bits | coefficients << 8 | value << 16, the zeros before it
  /// being coefficients, too. 0: it isn't.
  func values() -> [UInt32] {
    symbols.enumerated().map { bits, entry in
      let (length, symbol) = (Int(entry >> 8), Int(entry & 0xFF))
      let rest = Self.lookupBits - length - symbol & 15
      guard entry > 0, rest >= 0, Self.isMeaningful(symbol) else { return 0 }
      let value = Self.value(bits >> rest & (1 << (symbol & 15) - 1), bits: symbol & 15)
      return UInt32(Self.step(over: Int(entry)) | (value & 0xFFFF) << 16)
    }
  }

  /// A coefficient from its bits (T.81, F.2.2.1): those that begin with 0 are negative. Of three bits, 000…011 are -7…-4 and 100…111 are 4…7.
  private static func value(_ number: Int, bits: Int) -> Int { number << 1 < 1 << bits ? number - (1 << bits) + 1 : number }

  /// Bits that a step takes at most; so four fit into what `JPEGBits` has after it was refilled.
  private static let longestStep = 14

  /// By the next 12 bits, how to step over all coefficients that they begin with: bits | coefficients << 8 | coefficients before the last one << 16.
  /// 0: look at the code.
  func steps() -> [UInt32] {
    (0..<Self.tableSize).map { bits in
      var (length, coefficients, before) = (0, 0, 0)
      while length < Self.lookupBits, coefficients < Self.end {
        let entry = Int(symbols[bits << length & (Self.tableSize - 1)])
        // The code must be in the bits that there are, what follows it needn't.
        guard entry > 0, entry >> 8 <= Self.lookupBits - length, Self.isMeaningful(entry & 0xFF) else { break }
        let step = Self.step(over: entry)
        guard length + step & 0xFF <= Self.longestStep else { break }
        before = coefficients
        length += step & 0xFF
        coefficients += step >> 8
      }
      return UInt32(length | coefficients << 8 | before << 16)
    }
  }
}
