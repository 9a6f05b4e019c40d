/// A symbol's model laid over a profile: what the judge measures a code by, and the evidence that is kept of it.
package struct SymbolFit: Sendable {
  /// The cheapest valid code.
  package internal(set) var code: SymbolCode
  /// The cheapest other valid code.
  package internal(set) var rival: SymbolCode?
  /// The positions of the symbol's modules in the profile, in samples: a polynomial of u = 2 m / modules - 1 with
  /// powers 0…3. A mirrored symbol has a negative second coefficient.
  var geometry: SIMD4<Double>
  /// Index of the blur among `SymbolModel.blurs`.
  var blurIndex: Int
  /// Index of the ink spread among `SymbolModel.inks`.
  var inkIndex: Int
  /// Brightness of white less that of black, as powers 0…2 of u. 0 until it is known.
  var contrast = SIMD3<Float>()
  /// Brightness of black less the profile's middle grey, as powers 0…2 of u.
  var black = SIMD3<Float>()
  /// The part of the profile's variance that the symbol doesn't explain, 1 - R². 0 = all of it explained; below .12 is
  /// a symbol.
  package internal(set) var residual: Float = 1
  /// The misfit of the part, as wide as a digit, that the symbol explains worst: the mean square of what it leaves, in squared contrast.
  package internal(set) var worstPart: Float = 1
  /// Cost of `code`, in squared contrast times modules.
  package internal(set) var cost: Float = 0
  /// By how much the rival costs more.
  package internal(set) var margin: Float = 0
  /// By how much `code` costs more than the cheapest digits regardless of the check digit: above 0 the check digit would have repaired one.
  package internal(set) var repair: Float = 0
  /// Whether the widths between edges alone, without the model, give the same code with a clear lead.
  package internal(set) var isSeconded = false
  /// Whether waves were taken out of the profile first (see `WaveFlattener`); the geometry is then the cubic that is nearest.
  package internal(set) var isFlattened = false

  /// A fit to begin with.
  init(code: SymbolCode, geometry: SIMD4<Double>, blurIndex: Int, inkIndex: Int) {
    self.code = code
    self.geometry = geometry
    self.blurIndex = blurIndex
    self.inkIndex = inkIndex
  }

  /// A fit to begin with, whose modules are of equal width from one sample to another.
  init(code: SymbolCode, from start: Float, to end: Float, blurIndex: Int) {
    let (a, b) = (Double(start), Double(end))
    self.init(code: code, geometry: SIMD4((a + b) / 2, (b - a) / 2, 0, 0), blurIndex: blurIndex, inkIndex: SymbolModel.noInk)
  }

  /// Black level and contrast at a module, counted from the symbol's left end.
  @inline(__always)
  func light(atModule module: Float) -> (black: Float, contrast: Float) {
    let u = 2 * module / Float(code.kind.moduleCount) - 1
    return (black[0] + u * (black[1] + u * black[2]), contrast[0] + u * (contrast[1] + u * contrast[2]))
  }
}
