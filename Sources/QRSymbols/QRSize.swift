/// A version and a level of error correction, which determine a symbol's capacity and its division into blocks (ISO/IEC 18004, table 9).
struct QRSize: Equatable {
  /// 1…13. Larger ones don't fit 80 columns with their margins.
  let version: Int
  let level: Level

  /// The level of error correction, which repairs about 7 % or 15 % of the codewords.
  enum Level: Int {
    /// The numbers are those of the format information.
    case low = 1
    case medium = 0
  }

  /// Returns the smallest size for a number of bytes, with the higher level if it fits; `nil` = none is large enough.
  init?(bytes: Int) {
    for version in 1...QRSize.lastVersion {
      for level in [Level.medium, .low] {
        let size = QRSize(version: version, level: level)
        guard bytes <= size.capacity else { continue }
        self = size
        return
      }
    }
    return nil
  }

  init(version: Int, level: Level) { (self.version, self.level) = (version, level) }

  static let lastVersion = 13

  /// Modules of a side: 21…69.
  var side: Int { 17 + 4 * version }

  /// Blocks that the data are divided into.
  var blocks: Int { (level == .low ? QRSize.lowBlocks : QRSize.mediumBlocks)[version - 1] }

  /// Correction codewords of each block.
  var correctionPerBlock: Int { (level == .low ? QRSize.lowCorrection : QRSize.mediumCorrection)[version - 1] }

  /// Codewords of all kinds.
  var codewords: Int { modules / 8 }

  /// Codewords of data, with the mode and the length.
  var dataCodewords: Int { codewords - blocks * correctionPerBlock }

  /// Bits of the field for the number of bytes.
  var lengthBits: Int { version < 10 ? 8 : 16 }

  /// The rows and columns in which alignment patterns have their centres; none in version 1 (annex E).
  var alignment: [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let step = (4 * version + 2 * count + 1) / (2 * count - 2) * 2
    return [6] + (0..<count - 1).map { side - 7 - step * (count - 2 - $0) }
  }

  /// The capacity in bytes.
  private var capacity: Int { (8 * dataCodewords - 4 - lengthBits) / 8 }

  /// Modules that hold codewords, the remainder bits included: those that aren't finders, timing, alignment, format or version.
  private var modules: Int {
    var count = (16 * version + 128) * version + 64
    if version > 1 {
      let patterns = version / 7 + 2
      count -= (25 * patterns - 10) * patterns - 55
    }
    return version < 7 ? count : count - 36
  }

  private static let lowCorrection = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26]
  private static let mediumCorrection = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22]
  private static let lowBlocks = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4]
  private static let mediumBlocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9]
}
