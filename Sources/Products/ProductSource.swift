import HealthModel

/// A source of products by number: a file, a cache, a service.
package protocol ProductSource: Sendable {
  /// The name in messages: `Open Food Facts`, a file's path.
  var name: String { get }

  /// Returns the answer about the number. A service that can't respond now is an answer (`unavailable`), not an error.
  ///
  /// - Throws: Errors that aren't resolved by waiting: a broken cache, a bad address, a cancelled task.
  func answer(for gtin: GTIN) async throws(ProductError) -> ProductAnswer

  /// The source itself if it is on this machine; else `nil`.
  var local: (any LocalProductSource)? { get }
}

extension ProductSource {
  package var local: (any LocalProductSource)? { nil }
}

/// A source on this machine, which answers at once.
package protocol LocalProductSource: ProductSource {
  /// As `answer(for:)`, on the calling thread.
  func localAnswer(for gtin: GTIN) throws(ProductError) -> ProductAnswer
}

/// A service that answers about many numbers at once.
package protocol BatchProductSource: ProductSource {
  /// Asks about the numbers in as few requests as its limits allow, and remembers what it has, so that `answer(for:)` needs no request for it.
  /// Numbers that it can't be asked about now stay as they are.
  ///
  /// - Throws: As `answer(for:)`.
  func prepare(for gtins: [GTIN]) async throws(ProductError)
}

extension LocalProductSource {
  package var local: (any LocalProductSource)? { self }

  package func answer(for gtin: GTIN) async throws(ProductError) -> ProductAnswer { try localAnswer(for: gtin) }
}
