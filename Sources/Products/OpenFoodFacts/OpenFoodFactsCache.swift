import HealthModel

/// A cache of Open Food Facts' answers. It stores response bodies and parses them on each use, so that an improved
/// parser needs no new request.
struct OpenFoodFactsCache: Sendable {
  private let memory: any LookupMemory
  private let language: String?

  /// - Parameter language: Two or three letters `a`…`z`, as in `OpenFoodFactsAnswer`, or `nil`.
  init(memory: any LookupMemory, language: String?) {
    self.memory = memory
    self.language = language
  }

  /// Returns the last answer about a number, and whether it is still fresh. `nil` when there is none that can be
  /// parsed.
  ///
  /// - Parameter nowMs: Milliseconds since 1970.
  /// - Throws: `.memory`.
  func answer(for gtin: GTIN, at nowMs: Int64) throws(ProductError) -> (answer: ProductAnswer, isFresh: Bool)? {
    let kept: RememberedAnswer?
    do { kept = try memory.answer(for: gtin) } catch { throw ProductError(memory: error) }
    guard let kept else { return nil }
    let isFresh = kept.isFresh(at: nowMs)
    guard kept.found else { return (.notFound, isFresh) }
    guard let json = try? JSON(parsing: kept.body), case .found(let product) = OpenFoodFactsAnswer(json, askedFor: gtin, language: language)
    else { return nil }
    return (.found(product), isFresh)
  }

  /// Keeps an answer in place of an earlier one.
  ///
  /// - Throws: `.memory`.
  func keep(_ answer: RememberedAnswer, for gtin: GTIN) throws(ProductError) {
    do { try memory.remember(answer, for: gtin) } catch { throw ProductError(memory: error) }
  }
}
