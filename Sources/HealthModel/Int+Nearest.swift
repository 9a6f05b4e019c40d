extension FixedWidthInteger {
  /// The whole number nearest to `value`, halves away from zero; the type's largest or smallest one beyond its range, 0 for NaN.
  ///
  /// Numbers from files, other devices and backends are turned into integers by this alone: `Int(value)` ends the program at 1e19.
  @inlinable public init(nearest value: Double) {
    let rounded = value.rounded()
    if rounded >= Double(Self.max) {
      self = .max
    } else if rounded <= Double(Self.min) {
      self = .min
    } else {
      self = rounded.isNaN ? 0 : Self(rounded)
    }
  }
}
