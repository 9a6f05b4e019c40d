/// A product database's answer as it is kept, so that it needn't be asked again soon.
public struct RememberedAnswer: Sendable, Hashable {
  /// Whether the service had the product.
  public let found: Bool
  /// The answer's JSON, compact.
  public let body: String
  /// When it came, milliseconds since 1970.
  public let fetchedAtMs: Int64

  /// An answer with everything given.
  public init(found: Bool, body: String, fetchedAtMs: Int64) {
    self.found = found
    self.body = body
    self.fetchedAtMs = fetchedAtMs
  }

  /// Whether it needn't be asked again: a product for 30 days, "no such product" for 7. An answer that is over a day ahead of `nowMs`
  /// says nothing about its age (a clock was wrong) and isn't fresh.
  public func isFresh(at nowMs: Int64) -> Bool {
    let age = nowMs - fetchedAtMs
    return age > -RememberedAnswer.dayMs && age < (found ? 30 : 7) * RememberedAnswer.dayMs
  }

  private static let dayMs: Int64 = 86_400_000
}
