/// One of the eight patterns that keep a symbol from looking like its own finders (ISO/IEC 18004, table 10).
struct QRMask: Equatable {
  /// 0…7.
  let number: Int

  static let all = (0..<8).map(QRMask.init(number:))

  /// Whether it inverts a module.
  func inverts(_ row: Int, _ column: Int) -> Bool {
    switch number {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }
}
