/// The place where a product was found, in the order in which they are asked.
package enum ProductOrigin: String, Sendable, Hashable {
  /// The user's own values for the number.
  case override
  /// An entry that the user logged or corrected by hand.
  case history
  /// The product file.
  case file = "product_file"
  /// The catalogue on this machine.
  case catalogue
  /// An earlier answer of Open Food Facts.
  case cache
  /// Open Food Facts, just now.
  case network
}
