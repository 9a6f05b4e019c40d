import HealthModel
import Transport

/// Open Food Facts' product address: earlier answers first, then the network, and an older answer where that can't help.
///
/// Their data is shown with "© Open Food Facts contributors, ODbL".
package struct OpenFoodFacts: BatchProductSource {
  /// The value of `Product.source`.
  package static let sourceName = "open_food_facts"

  package let name = "Open Food Facts"
  private let cache: OpenFoodFactsCache
  private let fetch: OpenFoodFactsFetch
  private let isOffline: Bool
  private let now: @Sendable () -> Int64

  /// A client.
  ///
  /// - Parameters:
  ///   - baseURL: `https://world.openfoodfacts.org`, or a mirror, or a server of a test.
  ///   - userAgent: `hsync/1.0 (contact)`; generic ones are banned.
  ///   - language: Two or three letters, the language of names; the main name is taken where there is none in it. `nil` for the main names.
  ///   - isOffline: Answers from memory only, however old.
  ///   - now: Milliseconds since 1970.
  package init(
    baseURL: String, userAgent: String, language: String?, isOffline: Bool, memory: any LookupMemory, transport: any Transport,
    allowsInsecureHTTP: Bool = false, now: @escaping @Sendable () -> Int64
  ) {
    let lowercased = language?.lowercased()
    let language = lowercased.flatMap { (2...3).contains($0.count) && $0.allSatisfy { ("a"..."z").contains($0) } ? $0 : nil }
    let service = OpenFoodFactsService(
      baseURL: baseURL, userAgent: userAgent, language: language, allowsInsecureHTTP: allowsInsecureHTTP)
    cache = OpenFoodFactsCache(memory: memory, language: language)
    fetch = OpenFoodFactsFetch(service: service, memory: memory, transport: transport, now: now)
    self.isOffline = isOffline
    self.now = now
  }

  package func answer(for gtin: GTIN) async throws(ProductError) -> ProductAnswer {
    let remembered = try cache.answer(for: gtin, at: now()).map { (answer: $0.answer.found(in: .cache), isFresh: $0.isFresh) }
    if let remembered, remembered.isFresh { return remembered.answer }
    // A number that may hold a weight is another one on each package: without a network, a queue of such numbers would only grow.
    let offline: ProductAnswer = gtin.mayHoldMeasure ? .notFound : .unavailable(.offline)
    let answer = isOffline ? offline : try await ask(gtin)
    // An old product is better than none; an old "no such product" isn't.
    if case .unavailable = answer, let remembered, case .found = remembered.answer { return remembered.answer }
    return answer.found(in: .network)
  }

  /// Asks about up to 100 numbers a request. A number that has no product in the answer isn't taken for unknown: it is read by itself.
  package func prepare(for gtins: [GTIN]) async throws(ProductError) {
    if isOffline { return }
    var (waiting, seen): ([GTIN], Set<GTIN>) = ([], [])
    for gtin in gtins where seen.insert(gtin).inserted {
      if let remembered = try cache.answer(for: gtin, at: now()), remembered.isFresh { continue }
      waiting.append(gtin)
    }
    while waiting.count > 1 {
      let part = Array(waiting.prefix(OpenFoodFactsService.numbersPerSearch))
      waiting.removeFirst(part.count)
      guard let found = try await fetch.products(of: part) else { return }
      for (gtin, answer) in found { try cache.keep(answer, for: gtin) }
    }
  }

  /// Queries the service, and caches its answer about the product.
  private func ask(_ gtin: GTIN) async throws(ProductError) -> ProductAnswer {
    let (answer, kept) = try await fetch.answer(for: gtin)
    if let kept { try cache.keep(kept, for: gtin) }
    return answer
  }
}
