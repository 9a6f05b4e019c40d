/// Conversions of body heights.
package enum BodyHeight {
  /// Centimetres of feet and inches, to 0.01 cm: 5 ft 9 in = 69 × 2.54 = 175.26 cm (an inch is exactly 2.54 cm).
  package static func centimetres(feet: Int, inches: Double) -> Double { ((Double(feet) * 12 + inches) * 254).rounded() / 100 }

  /// Whole feet and the nearest whole inch: 175.26 cm = 5 ft 9 in. Any number of cm; non-finite ones are 0.
  package static func feetAndInches(ofCm cm: Double) -> (feet: Int, inches: Int) {
    let inches = cm.isFinite ? max(0, min(cm / 2.54, 1_000_000)).rounded() : 0
    return (Int(inches) / 12, Int(inches) % 12)
  }
}
