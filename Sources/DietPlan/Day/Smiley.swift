/// Feedback on a macronutrient, by the share of its goal that was eaten.
package enum Smiley: String, Sendable, CaseIterable {
  /// 😊: 70 % or more. More than 100 % stays so.
  case happy
  /// 😐: 50 % to less than 70 %.
  case neutral
  /// 😞: less than 50 %.
  case sad

  /// The least percentage for `happy`.
  package static let happyPercent = 70.0
  /// The least percentage for `neutral`.
  package static let neutralPercent = 50.0

  /// The feedback for an unrounded percentage: of 160 g, 112 g are `happy`, 111 g and 80 g `neutral`, 79.9 g `sad`.
  package init(percent: Double) {
    // A threshold that is met exactly in decimals may be missed by the last bit in binary.
    let percent = percent + 1e-9
    self = percent >= Smiley.happyPercent ? .happy : percent >= Smiley.neutralPercent ? .neutral : .sad
  }
}
