import Transport

/// The chain of sources in which products are looked up: the user's own values and entries, the product file, the catalogue, earlier
/// answers of Open Food Facts, Open Food Facts.
package struct ProductSources: Sendable, Hashable {
  /// The path of a product file, `nil` for none.
  package var productFile: String?
  /// Open Food Facts' address, or that of a mirror.
  package var openFoodFactsURL: String
  /// `hsync/1.0 (contact)`: Open Food Facts requires clients to identify themselves.
  package var userAgent: String
  /// Two or three letters, the language of names; the main name is taken where there is none in it. `nil` for the main names.
  package var language: String?
  /// Whether only the product file and what was found before are asked.
  package var isOffline: Bool

  /// Sources with everything given.
  package init(productFile: String?, openFoodFactsURL: String, userAgent: String, language: String?, isOffline: Bool) {
    self.productFile = productFile
    self.openFoodFactsURL = openFoodFactsURL
    self.userAgent = userAgent
    self.language = language
    self.isOffline = isOffline
  }

  /// Creates the lookup with the sources in the order in which they are queried.
  ///
  /// - Parameters:
  ///   - files: Reads the product file, and keeps it for the next lookup.
  ///   - own: What the user entered or logged by hand: queried first, in this order.
  ///   - catalogue: The catalogue on this machine. `nil` for none.
  ///   - lastResort: Queried where Open Food Facts can't be: entries of the product. `nil` for none.
  ///   - memory: Holds Open Food Facts' cached answers and its request budget.
  ///   - transport: The transport for Open Food Facts' requests.
  ///   - now: Milliseconds since 1970.
  /// - Throws: When the product file can't be read, or a line of it is wrong.
  package func lookup(
    files: ProductCatalog = ProductCatalog(), own: [any ProductSource] = [], catalogue: (any ProductSource)? = nil,
    lastResort: (any ProductSource)? = nil, memory: any LookupMemory, transport: any Transport,
    now: @escaping @Sendable () -> Int64
  ) throws(ProductError) -> ProductLookup {
    var sources = own
    if let productFile { sources.append(try files.file(productFile)) }
    if let catalogue { sources.append(catalogue) }
    sources.append(
      OpenFoodFacts(
        baseURL: openFoodFactsURL, userAgent: userAgent, language: language, isOffline: isOffline, memory: memory, transport: transport,
        now: now))
    if let lastResort { sources.append(lastResort) }
    return ProductLookup(sources: sources)
  }
}
