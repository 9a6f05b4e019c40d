/// The misfit of each digit at each place of a symbol. Reused; belongs to one thread.
final class DigitCosts {
  /// Floats from one row to the next: ten digits, and two that fill up the third vector of four.
  static var rowStride: Int { 12 }

  /// `[place][set][digit]`: 12 places, set A (or C in the right half) and B, 10 digits and 2 of filling.
  let values: UnsafeMutablePointer<Float>

  init() {
    values = .allocate(capacity: 24 * Self.rowStride)
    values.initialize(repeating: 0, count: 24 * Self.rowStride)
  }

  deinit { values.deallocate() }

  /// The ten costs of a place, in the unit of the caller that fills them: squared modules or squared contrast.
  @inline(__always)
  func row(_ place: Int, isSetB: Bool) -> UnsafeMutablePointer<Float> { values + Self.rowStride * (2 * place + (isSetB ? 1 : 0)) }
}
