/// A symbol's model laid over a profile: what the judge measures a code by, and the evidence that is kept of it.
package struct SymbolFit: Sendable {
  /// The cheapest valid code.
  package internal(set) var code: SymbolCode
  /// The cheapest other valid code.
  package internal(set) var rival: SymbolCode?
  /// Where the symbol's modules lie in the profile, in samples: a polynomial of u = 2 m / modules - 1 with powers 0…3. A mirrored symbol has a
  /// negative second coefficient.
  var geometry: SIMD4<Double>
  /// Index of the blur among `SymbolModel.blurs`.
  var blurIndex: Int
  /// Index of the ink spread among `SymbolModel.inks`.
  var inkIndex: Int
  /// Brightness of white less that of black, as powers 0…2 of u.
  var contrast: SIMD3<Float>
  /// Brightness of black, as powers 0…2 of u.
  var black: SIMD3<Float>
  /// What of the profile's variance the whole symbol doesn't explain, 1 - R². 0 = all of it explained; below .12 is a symbol.
  package internal(set) var residual: Float
  /// Cost of `code`, in squared contrast times modules.
  package internal(set) var cost: Float
  /// By how much the rival costs more.
  package internal(set) var margin: Float
  /// By how much `code` costs more than the cheapest digits regardless of the check digit: above 0 the check digit would have repaired one.
  package internal(set) var repair: Float
  /// Whether the widths between edges alone, without the model, say the same code with a clear lead.
  package internal(set) var isSeconded: Bool
}
