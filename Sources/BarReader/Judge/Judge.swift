/// Decides whether a fit counts as a reading.
///
/// A wrong code is worse than ten missed ones. They are distinguished not by how well the code fits, which depends on
/// the picture, but by how much better it fits than the best other valid code: the margin, in proportion to the part of
/// the profile that the code leaves unexplained. All limits were found on 417 photos with a code and 146 without, and
/// held on a set kept apart of 501 and 217: no wrong read on either.
struct Judge {
  /// The limits of a kind. The fewer digits a kind has, the nearer its valid codes lie to one another and to other things, and the stricter it is.
  struct Limits {
    /// The residual that a symbol stays below.
    let residual: Float
    /// The margin that it has at least, in squared contrast times modules. One digit misread costs .5 to 3.
    let margin: Float
    /// margin / cost that makes a strength of 1.
    let ratio: Float
    /// The margin for a strength of 1 when the edges alone give the same code.
    let secondedMargin: Float
  }

  /// Strength below which a fit doesn't count at all.
  static let minimumStrength: Float = 0.5
  /// The maximum strength of a single strip: a second one must agree if a rival was read before.
  static let maximumStrength: Float = 1.6
  /// The same for a strip out of which waves were taken: anything seven modules wide then looks more like a digit, so that a second strip must
  /// agree.
  static let maximumFlattenedStrength: Float = 0.8
  /// Up to this residual a weak margin may count; a worse fit needs strength 1 of itself.
  static let clearResidual: Float = 0.08
  /// Up to this misfit of its worst part strips may add up to a code. Digits under a label or glare are the same in every strip, so that a second
  /// strip is no second witness; such a fit needs strength 1 of itself.
  static let clearPart: Float = 0.05
  /// From this misfit on the worst part takes strength away, in proportion.
  static let poorPart: Float = 0.1
  /// At the end of the ink scale the bars may be thicker still than the model goes, and half a UPC-E then looks like another one.
  static let strengthForExtremeInk: Float = 3
  /// Costs below this are noise; the ratio would soar.
  static let smallestCost: Float = 0.02
  /// The most that the best valid code's cost may exceed the cheapest digits': rounding only.
  ///
  /// A check digit serves to reject a code, not to repair one. A digit that only follows from it is a guess among 10
  /// (one digit changed) or 100 (two). Rejecting them costs no read on the photos, and of 139 codes printed with a
  /// wrong check digit that were "read", it rejects 137.
  static let roundingOfCosts: Float = 1e-4

  /// The limits for a kind.
  static func limits(for kind: SymbolKind) -> Limits {
    switch kind {
    case .ean13: Limits(residual: 0.12, margin: 0.15, ratio: 1.3, secondedMargin: 0.7)
    case .ean8: Limits(residual: 0.12, margin: 0.3, ratio: 2.5, secondedMargin: 1.0)
    case .upcE: Limits(residual: 0.10, margin: 0.38, ratio: 2.0, secondedMargin: 0.8)
    }
  }

  /// Whether a fit counts, and for how much; or the first thing that speaks against it.
  func verdict(on fit: SymbolFit) -> Verdict {
    let kind = fit.code.kind
    let limits = Self.limits(for: kind)
    let strength = strength(of: fit, limits)
    // Written so that a value that isn't a number is refused.
    guard fit.residual < limits.residual else { return .refused(.poorFit) }
    guard fit.code.isGivenOut else { return .refused(.numberSystem) }
    guard fit.repair <= Self.roundingOfCosts else { return .refused(.repaired) }
    guard fit.margin >= limits.margin, strength >= Self.minimumStrength else { return .refused(.closeRival) }
    guard fit.worstPart <= Self.clearPart || strength >= 1 else { return .refused(.closeRival) }
    guard fit.residual < Self.clearResidual || strength >= 1 else { return .refused(.poorFit) }
    let isExtreme = fit.inkIndex == 0 || fit.inkIndex == SymbolModel.inks.count - 1
    guard kind != .upcE || !isExtreme || strength > Self.strengthForExtremeInk else { return .refused(.extremeInk) }
    return .accepted(strength: min(strength, fit.isFlattened ? Self.maximumFlattenedStrength : Self.maximumStrength))
  }

  /// Returns the lead of the code over its rival, in units of the required lead.
  private func strength(of fit: SymbolFit, _ limits: Limits) -> Float {
    let relative = fit.margin / max(fit.cost, Self.smallestCost) / limits.ratio
    let strength = fit.isSeconded ? max(relative, fit.margin / limits.secondedMargin) : relative
    // Written so that a part that isn't a number is refused.
    return fit.worstPart <= Self.poorPart ? strength : strength * Self.poorPart / fit.worstPart
  }
}
