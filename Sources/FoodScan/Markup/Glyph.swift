/// A character as strokes of a pen, for texts in pictures: legible at any size, and nothing has to be installed.
struct Glyph: Sendable {
  /// From its leftmost to its rightmost point, in units of a twelfth of a capital's height.
  let width: Float
  /// Each a line through points, in the same units; (0, 0) is the upper left, y = 12 the base line, 15 the lowest descender.
  let strokes: [[SIMD2<Float>]]

  /// The distance of two characters, between the middles of their strokes.
  static let spacing: Float = 4

  /// The character's shape; a box for one that isn't known (all but most of ASCII).
  static func of(_ character: Character) -> Glyph { all[character] ?? unknown }

  /// Strokes as in the table: points of two digits to base 16, x and y, with blanks between them, strokes between bars.
  ///
  /// A stroke is the quadratic B-spline of its points: it begins at the first, ends at the last, and in between goes through the middles of
  /// the sides of their polygon, which it touches there. A point that is named twice is a corner.
  private init(_ width: Float, _ text: String) {
    self.width = width
    strokes = text.split(separator: "|").map { stroke in
      Self.spline(
        stroke.split(separator: " ").map { point in
          let digits = point.compactMap { $0.hexDigitValue.map(Float.init) }
          return SIMD2(digits[0], digits[1])
        })
    }
  }

  /// Points along the spline: six for each bow.
  private static func spline(_ points: [SIMD2<Float>]) -> [SIMD2<Float>] {
    guard points.count > 2 else { return points }
    var line = [points[0]]
    for i in 1..<points.count - 1 {
      let control = points[i]
      let start = (points[i - 1] + control) / 2
      let end = (control + points[i + 1]) / 2
      let isStraight = control == points[i - 1] || control == points[i + 1]
      for step in 0...6 where !isStraight || step % 6 == 0 {
        let t = Float(step) / 6
        line.append((1 - t) * (1 - t) * start + 2 * t * (1 - t) * control + t * t * end)
      }
    }
    line.append(points[points.count - 1])
    return line
  }

  private static let unknown = Glyph(8, "00 00 80 80 8c 8c 0c 0c 00")

  private static let all: [Character: Glyph] = [
    "0": Glyph(8, "40 00 06 0c 4c 8c 86 80 40"), "1": Glyph(8, "13 40 40 4c|1c 7c"), "2": Glyph(8, "03 00 80 85 0c 0c 8c"),
    "3": Glyph(8, "02 00 70 76 36|36 86 8c 0c 0a"), "4": Glyph(8, "60 09 09 89|60 6c"), "5": Glyph(8, "80 10 10 06|06 25 85 8c 0c 0a"),
    "6": Glyph(8, "72 70 00 0c 4c|4c 8c 85 05 09"), "7": Glyph(8, "00 80 80 3c"),
    "8": Glyph(8, "40 10 16 46 76 70 40|46 06 0c 4c 8c 86 46"), "9": Glyph(8, "1a 1c 8c 80 40|40 00 07 87 83"),
    "A": Glyph(8, "0c 40 40 8c|28 68"), "B": Glyph(8, "00 0c|00 70 76 06|06 86 8c 0c"), "C": Glyph(8, "82 80 00 0c 8c 8a"),
    "D": Glyph(8, "00 0c|00 40 80 86 8c 4c 0c"), "E": Glyph(7, "70 00 00 0c 0c 7c|06 66"), "F": Glyph(7, "70 00 00 0c|06 66"),
    "G": Glyph(8, "82 80 00 0c 8c 87 87 57"), "H": Glyph(8, "00 0c|80 8c|06 86"), "I": Glyph(4, "20 2c|00 40|0c 4c"),
    "J": Glyph(7, "70 7c 0c 09"), "K": Glyph(8, "00 0c|80 07|34 8c"), "L": Glyph(7, "00 0c 0c 7c"),
    "M": Glyph(10, "0c 00 00 58 58 a0 a0 ac"),
    "N": Glyph(8, "0c 00 00 8c 8c 80"), "O": Glyph(10, "50 00 06 0c 5c ac a6 a0 50"), "P": Glyph(8, "0c 00|00 80 87 07"),
    "Q": Glyph(10, "50 00 06 0c 5c ac a6 a0 50|79 ad"), "R": Glyph(8, "0c 00|00 80 87 07|47 8c"),
    "S": Glyph(8, "82 80 00 06 86 8c 0c 0a"),
    "T": Glyph(8, "00 80|40 4c"), "U": Glyph(8, "00 0c 8c 80"), "V": Glyph(8, "00 4c 4c 80"), "W": Glyph(12, "00 3c 3c 62 62 9c 9c c0"),
    "X": Glyph(8, "00 8c|80 0c"), "Y": Glyph(8, "00 46 46 80|46 4c"), "Z": Glyph(8, "00 80 80 0c 0c 8c"),
    "a": Glyph(7, "77 74 04 0c 7c 79|74 7c"), "b": Glyph(7, "00 0c|07 04 74 7c 0c 09"), "c": Glyph(7, "76 74 04 0c 7c 7a"),
    "d": Glyph(7, "70 7c|77 74 04 0c 7c 79"), "e": Glyph(7, "08 78 78 74 04 0c 7c 7a"), "f": Glyph(5, "50 20 2c|04 44"),
    "g": Glyph(7, "77 74 04 0c 7c 79|74 7f 0f"), "h": Glyph(7, "00 0c|08 04 74 7c"), "i": Glyph(0, "04 0c|00 01"),
    "j": Glyph(3, "34 3f 0f|30 31"),
    "k": Glyph(7, "00 0c|64 09|37 7c"), "l": Glyph(2, "00 0c 2c"), "m": Glyph(10, "04 0c|08 04 54 5c|58 54 a4 ac"),
    "n": Glyph(7, "04 0c|08 04 74 7c"), "o": Glyph(8, "44 04 08 0c 4c 8c 88 84 44"), "p": Glyph(7, "04 0f|07 04 74 7c 0c 09"),
    "q": Glyph(7, "74 7f|77 74 04 0c 7c 79"), "r": Glyph(5, "04 0c|08 04 54"), "s": Glyph(6, "65 64 04 08 68 6c 0c 0b"),
    "t": Glyph(5, "20 2c 5c|04 54"), "u": Glyph(7, "04 0c 7c 74|74 7c"), "v": Glyph(8, "04 4c 4c 84"),
    "w": Glyph(10, "04 3c 3c 55 55 7c 7c a4"),
    "x": Glyph(7, "04 7c|74 0c"), "y": Glyph(8, "04 4c|84 2f"), "z": Glyph(7, "04 74 74 0c 0c 7c"),
    " ": Glyph(2, ""), ".": Glyph(0, "0b 0c"), ",": Glyph(1, "1b 0e"), ":": Glyph(0, "05 06|0b 0c"), ";": Glyph(1, "15 16|1b 0e"),
    "-": Glyph(5, "07 57"), "+": Glyph(6, "07 67|34 3a"), "=": Glyph(6, "05 65|09 69"), "_": Glyph(7, "0e 7e"), "/": Glyph(6, "60 0d"),
    "(": Glyph(3, "30 06 3c"), ")": Glyph(3, "00 36 0c"), "'": Glyph(0, "00 02"), "\"": Glyph(3, "00 02|30 32"),
    "!": Glyph(0, "00 08|0b 0c"),
    "?": Glyph(7, "02 00 70 76 38|3b 3c"), "%": Glyph(10, "90 1c|10 01 24 41 10|7c 68 98 ab 7c"), "*": Glyph(6, "32 38|03 67|63 07"),
    "<": Glyph(6, "63 07 07 6b"), ">": Glyph(6, "03 67 67 0b"), "#": Glyph(8, "31 2b|71 6b|04 84|08 88"),
  ]
}
