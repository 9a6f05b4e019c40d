/// A source's answer about a number.
package enum ProductAnswer: Sendable, Hashable {
  /// The product, with its doubts.
  case found(Product)
  /// The source was asked, or was asked not long ago, and has no such product.
  case notFound
  /// The source couldn't be asked; whether it has the product isn't known.
  case unavailable(LookupTrouble)
}

extension ProductAnswer {
  /// The same with the place where the product was found.
  package func found(in origin: ProductOrigin) -> ProductAnswer {
    guard case .found(var product) = self else { return self }
    product.origin = origin
    return .found(product)
  }
}
