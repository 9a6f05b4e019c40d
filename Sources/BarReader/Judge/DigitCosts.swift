/// How badly each digit fits at each place of a symbol. Reused; belongs to one thread.
final class DigitCosts {
  /// `[place][set][digit]`: 12 places, set A (or C in the right half) and B, 10 digits.
  let values: UnsafeMutablePointer<Float>

  init() {
    values = .allocate(capacity: 240)
    values.initialize(repeating: 0, count: 240)
  }

  deinit { values.deallocate() }

  /// The ten costs of a place, in the unit of whoever filled them: squared modules or squared contrast.
  @inline(__always)
  func row(_ place: Int, isSetB: Bool) -> UnsafeMutablePointer<Float> { values + 20 * place + (isSetB ? 10 : 0) }
}
