import HealthModel

/// Something that knows products by their number: a file, a cache, a service.
package protocol ProductSource: Sendable {
  /// What it is called in messages: `Open Food Facts`, a file's path.
  var name: String { get }

  /// What it knows about the number. A service that can't answer now is an answer (`unavailable`) and no error.
  ///
  /// - Throws: What nobody gets past by waiting: a broken cache, a bad address, a cancelled task.
  func answer(for gtin: GTIN) async throws(ProductError) -> ProductAnswer
}

/// What a source knows about a number.
package enum ProductAnswer: Sendable, Hashable {
  /// The product, with its doubts.
  case found(Product)
  /// The source was asked, or was asked not long ago, and has no such product.
  case notFound
  /// The source couldn't be asked; whether it has the product isn't known.
  case unavailable(LookupTrouble)
}

/// Why a source couldn't be asked.
package enum LookupTrouble: Sendable, Hashable {
  /// The network isn't to be used.
  case offline
  /// The limit of requests is reached; it may be asked again at `untilMs` (milliseconds since 1970).
  case limited(untilMs: Int64)
  /// It has trouble. `sentence` says what in lower case; it may be asked again at `retryAtMs`, `nil` is at any time.
  case temporary(sentence: String, retryAtMs: Int64?)
  /// It refuses us, and will until somebody does something.
  case refused(sentence: String)
}
