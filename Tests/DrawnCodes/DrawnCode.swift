import Foundation
import TestSupport

/// A retail code and how it was printed and photographed: what a picture of it is drawn from, so that a test knows what is right.
///
/// The bars come from tables of their own, not from those of the reader that is tested. Lengths are in modules, the width of a code's
/// thinnest bar.
package struct DrawnCode: Sendable {
  /// The symbology. UPC-A is an EAN-13 whose first digit is 0.
  package enum Kind: String, Sendable, CaseIterable { case ean13, ean8, upce }

  /// The symbology that encodes the digits.
  package let kind: Kind
  /// 13 or 8 digits, the last one the check digit, which need not be right. A UPC-E's first digit is 0 or 1.
  package let digits: String

  /// Pixels a module is wide on average.
  package var module = 2.0
  /// Height of the bars.
  package var height = 30.0
  /// White beside the bars, on each side. Standards ask for 7 to 11.
  package var quietZone = 13.0
  /// By how much bars are wider, and spaces narrower, than they should be; negative for too little ink.
  package var ink = 0.0
  /// Standard deviation of the lens's blur, across and along the bars.
  package var blur = 0.25
  /// Standard deviation of the noise, in grey levels.
  package var noise = 1.0
  /// Degrees by which the code is turned clockwise; 180 is upside down, 90 has lying bars.
  package var tilt = 0.0
  /// The obliqueness of the view, -0.3…0.3: at p, modules at the ends differ by a factor of ((1 + p) / (1 - p))².
  package var perspective = 0.0
  /// Radians of a can's surface from the code's middle to its ends, 0…1.2; 0 is flat.
  package var bend = 0.0
  /// Waves of the surface, as on a bag.
  package var wave = Wave()
  /// Share of the light that is missing at the picture's right edge, 0…1.
  package var shade = 0.0
  /// Brightness of the paper, 0…255.
  package var white = 230.0
  /// Brightness of the bars, 0…255; above `white`, the code is printed inversely.
  package var black = 40.0

  /// A wave that moves each place along the code by up to `amplitude`. Its length is `across` along the code, `along` the bars, or both at once;
  /// infinite where it doesn't change.
  package struct Wave: Sendable {
    package var amplitude = 0.0
    package var across = Double.infinity
    package var along = Double.infinity
    /// In turns.
    package var phase = 0.0

    /// No wave, or this one.
    package init(amplitude: Double = 0, across: Double = .infinity, along: Double = .infinity, phase: Double = 0) {
      (self.amplitude, self.across, self.along, self.phase) = (amplitude, across, along, phase)
    }

    /// Returns by how many modules a place is moved.
    func shift(_ u: Double, _ v: Double) -> Double {
      amplitude == 0 ? 0 : amplitude * sin(2 * .pi * (u / across + v / along + phase))
    }
  }

  /// A sharp picture of the code, seen from the front. Everything else can be set afterwards.
  package init(_ kind: Kind, _ digits: String) {
    precondition(digits.utf8.count == (kind == .ean13 ? 13 : 8) && digits.utf8.allSatisfy { 48...57 ~= $0 }, "\(kind) \(digits)")
    precondition(kind != .upce || "01".contains(digits.first ?? "-"), "a UPC-E of number system \(digits.prefix(1))")
    self.kind = kind
    self.digits = digits
  }

  /// A code with a right check digit, or surely with a wrong one, everything else random: as people photograph, from easy to hopeless.
  package init(_ kind: Kind, hasRightCheckDigit: Bool = true, using random: inout SeededGenerator) {
    // Products have number system 0 alone.
    let first = kind == .upce ? 0 : Int.random(in: 0...9, using: &random)
    let others = (0..<(kind == .ean13 ? 11 : 6)).map { _ in Int.random(in: 0...9, using: &random) }
    let number = ([first] + others).map(String.init).joined()
    let right = Self.checkDigit(of: kind == .upce ? Self.expanded(number) : number)
    let wrong = (right + Int.random(in: 1...9, using: &random)) % 10
    self.init(kind, number + String(hasRightCheckDigit ? right : wrong))
    // Half of it is blurred by less than half a module, and so on: hard pictures read little, and prove little.
    func mostly(_ easy: ClosedRange<Double>, _ hard: ClosedRange<Double>) -> Double {
      Double.random(in: Bool.random(using: &random) ? easy : hard, using: &random)
    }
    module = .random(in: 1.3...3.5, using: &random)
    ink = mostly(-0.2...0.2, -0.5...0.6)
    blur = mostly(0.2...0.5, 0.5...1.1)
    noise = .random(in: 1...10, using: &random)
    tilt = mostly(-5...5, 0...360)
    perspective = mostly(0...0, -0.12...0.12)
    bend = mostly(0...0, 0...0.8)
    shade = mostly(0...0.1, 0...0.5)
  }

  /// The digit that makes the weighted sum a multiple of ten: weights 3 and 1 in turn, from the right (GS1 General Specifications, 7.9).
  /// 400638133393 has 1.
  package static func checkDigit(of number: String) -> Int {
    let sum = number.utf8.reversed().enumerated().reduce(0) { $0 + Int($1.element - 48) * ($1.offset % 2 == 0 ? 3 : 1) }
    return (10 - sum % 10) % 10
  }

  /// The eleven digits of UPC-A that the first seven of a UPC-E stand for: 0123456 is 01234500006 (GS1 General Specifications, 5.2.2.4.2).
  package static func expanded(_ number: String) -> String {
    let d = number.map(String.init)
    switch d[6] {
    case "0", "1", "2": return d[0] + d[1] + d[2] + d[6] + "0000" + d[3] + d[4] + d[5]
    case "3": return d[0] + d[1] + d[2] + d[3] + "00000" + d[4] + d[5]
    case "4": return d[0] + d[1] + d[2] + d[3] + d[4] + "00000" + d[5]
    default: return d[0] + d[1] + d[2] + d[3] + d[4] + d[5] + "0000" + d[6]
    }
  }

  /// The code without zeros before it, UPC-E expanded: what is compared with the same of a reading.
  package var number: Int {
    Int(kind == .upce ? Self.expanded(String(digits.dropLast())) + digits.suffix(1) : digits) ?? 0
  }

  /// White and black modules from the first guard's bar to the last one's; `true` is a bar. 95, 67 or 51 of them.
  package var modules: [Bool] {
    let values = digits.utf8.map { Int($0 - 48) }
    let text: String
    switch kind {
    case .ean13:
      let left = zip(values[1...6], Self.leftSets[values[0]]).map { Self.bars(of: $0, set: $1) }
      text = "101" + left.joined() + "01010" + values[7...12].map { Self.bars(of: $0, set: "C") }.joined() + "101"
    case .ean8:
      text =
        "101" + values[0...3].map { Self.bars(of: $0, set: "A") }.joined() + "01010"
        + values[4...7].map { Self.bars(of: $0, set: "C") }.joined() + "101"
    case .upce:
      let sets = Self.upceSets[values[7]].map { values[0] == 0 ? $0 : $0 == "A" ? "B" : "A" }
      text = "101" + zip(values[1...6], sets).map { Self.bars(of: $0, set: $1) }.joined() + "010101"
    }
    return text.map { $0 == "1" }
  }

  /// A digit's seven modules. Set C is A with the colours exchanged, B is C backwards (ISO/IEC 15420, table 1).
  private static func bars(of digit: Int, set: Character) -> String {
    let a = [
      "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ][digit]
    if set == "A" { return a }
    let c = a.map { $0 == "1" ? "0" : "1" }
    return set == "C" ? c.joined() : c.reversed().joined()
  }

  /// The sets of the left half's digits, by EAN-13's first digit.
  private static let leftSets = [
    "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA",
  ]

  /// The sets of UPC-E's digits, by the check digit, for number system 0; number system 1 has the other one of each.
  private static let upceSets = [
    "BBBAAA", "BBABAA", "BBAABA", "BBAAAB", "BABBAA", "BAABBA", "BAAABB", "BABABA", "BABAAB", "BAABAB",
  ]
}

extension DrawnCode: CustomStringConvertible {
  /// Everything that the picture depends on but the noise's seed, for a failing test to print.
  package var description: String {
    let values: [(String, Double)] = [
      ("module", module), ("ink", ink), ("blur", blur), ("noise", noise), ("tilt", tilt), ("perspective", perspective), ("bend", bend),
      ("shade", shade), ("white", white), ("black", black),
    ]
    return "\(kind.rawValue) \(digits) " + values.map { "\($0)=\(String(format: "%.2f", $1))" }.joined(separator: " ")
  }
}
