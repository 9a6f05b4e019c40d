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
