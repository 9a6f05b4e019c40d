/// The modules of a symbol under construction.
struct QRGrid {
  let size: QRSize
  /// Row by row; `true` = dark.
  private(set) var isDark: [Bool]
  /// Modules that hold no codewords and aren't masked.
  private var isFixed: [Bool]

  /// Creates the grid with all patterns that don't depend on the text; the format information is added with the mask.
  init(_ size: QRSize) {
    self.size = size
    isDark = [Bool](repeating: false, count: size.side * size.side)
    isFixed = isDark
    drawTiming()
    for (row, column) in [(3, 3), (3, size.side - 4), (size.side - 4, 3)] { drawFinder(row, column) }
    drawAlignment()
    drawVersion()
    draw(format: 0)
  }

  subscript(row: Int, column: Int) -> Bool { isDark[row * size.side + column] }

  /// Puts codewords from the lower right corner up and down in columns of two; bits that remain are light (7.7.3).
  mutating func place(_ codewords: [UInt8]) {
    var bit = 0
    var isUp = true
    for right in stride(from: size.side - 1, through: 1, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
      for step in 0..<size.side {
        let row = isUp ? size.side - 1 - step : step
        for column in [right, right - 1] where !isFixed[row * size.side + column] {
          if bit < 8 * codewords.count { isDark[row * size.side + column] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1 }
          bit += 1
        }
      }
      isUp.toggle()
    }
  }

  /// The symbol with a mask and its format information.
  func masked(by mask: QRMask) -> QRGrid {
    var grid = self
    for row in 0..<size.side {
      for column in 0..<size.side where !isFixed[row * size.side + column] && mask.inverts(row, column) {
        grid.isDark[row * size.side + column].toggle()
      }
    }
    grid.draw(format: QRGrid.format(size.level, mask))
    return grid
  }

  /// The level and the mask with their BCH code, 15 bits (7.9).
  static func format(_ level: QRSize.Level, _ mask: QRMask) -> Int {
    let data = level.rawValue << 3 | mask.number
    var remainder = data
    for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
    return (data << 10 | remainder) ^ 0x5412
  }

  // MARK: Private

  private mutating func fix(_ row: Int, _ column: Int, _ value: Bool) {
    isDark[row * size.side + column] = value
    isFixed[row * size.side + column] = true
  }

  private mutating func drawTiming() {
    for place in 0..<size.side {
      fix(6, place, place % 2 == 0)
      fix(place, 6, place % 2 == 0)
    }
  }

  /// A finder around its centre, with the light separator beside it.
  private mutating func drawFinder(_ centreRow: Int, _ centreColumn: Int) {
    for row in centreRow - 4...centreRow + 4 where (0..<size.side).contains(row) {
      for column in centreColumn - 4...centreColumn + 4 where (0..<size.side).contains(column) {
        let ring = max(abs(row - centreRow), abs(column - centreColumn))
        fix(row, column, ring != 2 && ring != 4)
      }
    }
  }

  private mutating func drawAlignment() {
    let places = size.alignment
    for centreRow in places {
      for centreColumn in places {
        // Finders stand in three corners.
        let (first, last) = (6, size.side - 7)
        if (centreRow, centreColumn) == (first, first) || (centreRow, centreColumn) == (first, last)
          || (centreRow, centreColumn) == (last, first)
        {
          continue
        }
        for row in -2...2 {
          for column in -2...2 { fix(centreRow + row, centreColumn + column, max(abs(row), abs(column)) != 1) }
        }
      }
    }
  }

  /// The version with its BCH code, twice, from version 7 on (7.10).
  private mutating func drawVersion() {
    guard size.version >= 7 else { return }
    var remainder = size.version
    for _ in 0..<12 { remainder = remainder << 1 ^ (remainder >> 11) * 0x1F25 }
    let bits = size.version << 12 | remainder
    for bit in 0..<18 {
      let (long, short) = (size.side - 11 + bit % 3, bit / 3)
      fix(short, long, bits >> bit & 1 == 1)
      fix(long, short, bits >> bit & 1 == 1)
    }
  }

  /// The format information twice, and the module that is always dark.
  private mutating func draw(format: Int) {
    func bit(_ place: Int) -> Bool { format >> place & 1 == 1 }
    for place in 0...5 { fix(place, 8, bit(place)) }
    fix(7, 8, bit(6))
    fix(8, 8, bit(7))
    fix(8, 7, bit(8))
    for place in 9..<15 { fix(8, 14 - place, bit(place)) }
    for place in 0..<8 { fix(8, size.side - 1 - place, bit(place)) }
    for place in 8..<15 { fix(size.side - 15 + place, 8, bit(place)) }
    fix(size.side - 8, 8, true)
  }
}
