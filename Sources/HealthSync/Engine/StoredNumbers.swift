/// Numbers of stored state, which is in a file that others may have written.
extension KeyedDecodingContainer {
  /// Decodes a number within bounds; throws for any other, so that the stored value is replaced by its default.
  func number<Number: Comparable & Decodable>(_ key: Key, in bounds: ClosedRange<Number>) throws -> Number {
    let number = try decode(Number.self, forKey: key)
    guard bounds.contains(number) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "out of bounds")
    }
    return number
  }
}
