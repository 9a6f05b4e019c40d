import Glibc
import HealthModel

extension Nutrition {
  /// Returns each known value times `factor`, for another reference amount. Rounded as `scaled(by:)` does where that changes a value by at most
  /// 1 %, else to four significant digits: a small value stays what it is, and never becomes 0.
  ///
  ///     10.2 g × 0.45       4.59 g
  ///     10.2 g × 0.00001    0.000102 g
  func converted(by factor: Double) -> Nutrition {
    var result = scaled(by: factor)
    for (_, path) in Nutrition.fields {
      guard let value = self[keyPath: path], let rounded = result[keyPath: path] else { continue }
      let exact = value * factor
      if exact != 0, exact.isFinite, abs(rounded - exact) > abs(exact) / 100 { result[keyPath: path] = Nutrition.fourDigits(exact) }
    }
    return result
  }

  /// The value to four significant digits; as it is where it is too small for that.
  private static func fourDigits(_ value: Double) -> Double {
    let steps = pow(10, 3 - floor(log10(abs(value))))
    guard steps.isFinite else { return value }
    return (value * steps).rounded() / steps
  }
}
