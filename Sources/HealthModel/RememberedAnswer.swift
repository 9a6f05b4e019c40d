/// A cached answer of a product database.
public struct RememberedAnswer: Sendable, Hashable {
  /// Whether the service had the product.
  public let found: Bool
  /// The answer's JSON, compact.
  public let body: String
  /// The time at which the answer arrived, in milliseconds since 1970.
  public let fetchedAtMs: Int64

  /// An answer with everything given.
  public init(found: Bool, body: String, fetchedAtMs: Int64) {
    self.found = found
    self.body = body
    self.fetchedAtMs = fetchedAtMs
  }
}
