/// A QR code of any codewords, with its quiet zone (ISO/IEC 18004): versions 1 to 5 at error correction level L, which have one block, with mask 0.
struct DrawnQRCode {
  /// By version: codewords of data, and of error correction.
  private static let capacities = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]
  /// Level L and mask 0 with their error correction, highest bit first (table C.1).
  private static let format = 0b111_0111_1100_0100
  private static let quiet = 4
  private static let light: UInt8 = 235
  private static let dark: UInt8 = 25

  /// The side in modules, quiet zone included.
  let width: Int
  /// A byte for each module, row by row.
  private(set) var pixels: [UInt8]
  private let side: Int
  private var isFixed: [Bool]

  /// The smallest code that holds the codewords, as many of them as the largest does.
  init(codewords: [UInt8]) {
    let version = 1 + (Self.capacities.firstIndex { $0.0 >= codewords.count } ?? Self.capacities.count - 1)
    let (data, check) = Self.capacities[version - 1]
    var words = Array(codewords.prefix(data))
    while words.count < data { words.append((data - words.count) % 2 == 0 ? 0xEC : 0x11) }
    side = 17 + 4 * version
    width = side + 2 * Self.quiet
    pixels = [UInt8](repeating: Self.light, count: width * width)
    isFixed = [Bool](repeating: false, count: width * width)
    drawPatterns(version)
    drawFormat()
    draw(words + Self.remainder(of: words, count: check))
  }

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool, fixed: Bool = true) {
    let place = (row + Self.quiet) * width + column + Self.quiet
    pixels[place] = isDark ? Self.dark : Self.light
    isFixed[place] = isFixed[place] || fixed
  }

  /// Finders with their separators, the two lines of alternating modules, the alignment pattern, the module that is always dark.
  private mutating func drawPatterns(_ version: Int) {
    for i in 0..<side {
      set(6, i, i % 2 == 0)
      set(i, 6, i % 2 == 0)
    }
    for (top, left) in [(0, 0), (0, side - 7), (side - 7, 0)] {
      for row in max(0, top - 1)...min(side - 1, top + 7) {
        for column in max(0, left - 1)...min(side - 1, left + 7) {
          let ring = max(abs(row - top - 3), abs(column - left - 3))
          set(row, column, ring != 2 && ring != 4)
        }
      }
    }
    if version > 1 {
      for row in -2...2 { for column in -2...2 { set(side - 7 + row, side - 7 + column, max(abs(row), abs(column)) != 1) } }
    }
    set(side - 8, 8, true)
  }

  private mutating func drawFormat() {
    // Around the finder at the top left, over the lines of alternating modules; then half below the right one and half beside the lower one.
    let first = [0, 1, 2, 3, 4, 5, 7, 8].map { (8, $0) } + [7, 5, 4, 3, 2, 1, 0].map { ($0, 8) }
    let second = (0..<7).map { (side - 1 - $0, 8) } + (0..<8).map { (8, side - 8 + $0) }
    for places in [first, second] {
      for (i, place) in places.enumerated() { set(place.0, place.1, Self.format >> (14 - i) & 1 == 1) }
    }
  }

  /// Two columns at a time from the right, up and down in turn.
  private mutating func draw(_ words: [UInt8]) {
    var bit = 0
    for (turn, right) in (Array(stride(from: side - 1, to: 6, by: -2)) + [5, 3, 1]).enumerated() {
      for step in 0..<side {
        let row = turn % 2 == 0 ? side - 1 - step : step
        for column in [right, right - 1] where !isFixed[(row + Self.quiet) * width + column + Self.quiet] {
          let isDark = bit < 8 * words.count && words[bit / 8] >> (7 - bit % 8) & 1 == 1
          set(row, column, isDark != ((row + column) % 2 == 0), fixed: false)
          bit += 1
        }
      }
    }
  }

  /// The Reed-Solomon error correction: the remainder by the product of x - 2^i over the first `count` i.
  private static func remainder(of words: [UInt8], count: Int) -> [UInt8] {
    var divisor = [UInt8](repeating: 0, count: count)
    divisor[count - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<count {
      for i in 0..<count { divisor[i] = product(divisor[i], root) ^ (i + 1 < count ? divisor[i + 1] : 0) }
      root = product(root, 2)
    }
    var rest = [UInt8](repeating: 0, count: count)
    for word in words {
      let factor = word ^ rest.removeFirst()
      rest.append(0)
      for i in 0..<count { rest[i] ^= product(divisor[i], factor) }
    }
    return rest
  }

  /// In the field of 256 elements with the polynomial 0x11D.
  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    (0..<8).reduce(0) { sum, bit in
      let doubled = sum << 1 ^ (sum >> 7) &* 0x1D
      return doubled ^ (b >> (7 - UInt8(bit)) & 1) &* a
    }
  }
}
