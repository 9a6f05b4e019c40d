extension DietDraft {
  /// Sets the height in feet and inches.
  /// - Returns: The faults; the height is unchanged if there are any.
  package mutating func setHeight(feet: Int, inches: Double) -> [DietFault] {
    guard (0..<12).contains(inches) else { return [.outside(.inches, value: inches, allowed: 0...11.99)] }
    guard (1...9).contains(feet) else { return [.outside(.feet, value: Double(feet), allowed: 1...9)] }
    var draft = self
    draft.heightCm = BodyHeight.centimetres(feet: feet, inches: inches)
    let faults = draft.faults(in: .height)
    if faults.isEmpty { self = draft }
    return faults
  }
}
