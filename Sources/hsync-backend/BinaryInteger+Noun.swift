extension BinaryInteger {
  /// `1 record`, `4 records`.
  func of(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
