/// The scales of the model that symbols are fitted with.
///
/// A printed and photographed symbol is taken to be bars on whole modules, each edge moved outwards by half the ink spread, blurred by a normal
/// distribution, with a contrast, a black level and a width of module that change smoothly along it. Brightness is compared at four points a module.
enum SymbolModel {
  /// Points per module, each the mean brightness over a quarter of a module. Four make a module one vector.
  static var samplesPerModule: Int { 4 }
  /// The number of modules of the quiet zone, on each side, that are resampled together with the symbol.
  static var margin: Int { 3 }
  /// The number of them that the fit takes into account: more would include print beside the code.
  static var quietModules: Int { 2 }

  /// Standard deviations of the blur, in modules, about a fifth apart. Below the first an edge lies within one sample; above the last a module's
  /// own contrast is gone (exp(-(π σ)² / 2) is 1 in 16,000).
  static let blurs: [Float] = [0.18, 0.3, 0.42, 0.55, 0.68, 0.82, 0.98, 1.17, 1.4]
  /// The spread of bars over their nominal width, in modules, both edges together; negative on a print that is too
  /// light or overexposed.
  static let inks: [Float] = [-0.6, -0.45, -0.3, -0.15, 0, 0.15, 0.3, 0.45, 0.6]
  /// The index of no ink spread at all.
  static var noInk: Int { 4 }

  /// The nearest index for an ink spread in modules, whatever number it is.
  static func inkIndex(for ink: Float) -> Int {
    guard ink.isFinite else { return noInk }
    let clamped = max(inks[0], min(inks[inks.count - 1], ink))
    return noInk + Int((clamped / 0.15).rounded())
  }

  /// Returns the index of the pair among all pairs, 0..<`pairs`.
  @inline(__always)
  static func pair(blur: Int, ink: Int) -> Int { blur &* 9 &+ ink }

  /// The number of pairs of blur and ink.
  static var pairs: Int { 81 }

  /// Samples of a symbol with its margins: 404 for EAN-13.
  @inline(__always)
  static func sampleCount(_ kind: SymbolKind) -> Int { (kind.moduleCount &+ 2 &* margin) &* samplesPerModule }

  /// The most samples that a symbol has.
  static var maximumSamples: Int { sampleCount(.ean13) }
}

extension UnsafePointer<Float> {
  /// Four floats from an index on, wherever that is.
  @inline(__always)
  func quad(_ index: Int) -> SIMD4<Float> { UnsafeRawPointer(self + index).loadUnaligned(as: SIMD4<Float>.self) }
}

extension UnsafeMutablePointer<Float> {
  /// Four floats from an index on, wherever that is.
  @inline(__always)
  func quad(_ index: Int) -> SIMD4<Float> { UnsafeRawPointer(self + index).loadUnaligned(as: SIMD4<Float>.self) }

  /// Writes four floats from an index on.
  @inline(__always)
  func setQuad(_ index: Int, _ quad: SIMD4<Float>) { UnsafeMutableRawPointer(self + index).storeBytes(of: quad, as: SIMD4<Float>.self) }
}
