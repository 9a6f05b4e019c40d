/// The result of handling a watched photo. The raw values are a contract: the library keeps them, JSON prints them.
package enum PhotoOutcome: String, Sendable, CaseIterable {
  /// At least one of its products was logged.
  case logged
  /// It will be logged once the product could be looked up (`hsync pending`), or is only to be shown then.
  case pending
  /// Its meal was already logged, from another photo or by hand, within moments of the time when it was taken.
  case repeated
  /// The product was shown; logging wasn't requested.
  case shown
  /// It was taken too long ago to be logged without a person's word.
  case old
  /// The product is known, but not what a portion of it is.
  case refused
  /// No source has the product.
  case unknownProduct = "unknown_product"
  /// It has no barcode that can be read.
  case noBarcode = "no_barcode"
  /// It is damaged, or no picture.
  case unreadable
  /// It was there before watching began.
  case before

  /// Whether the photo is scanned, or scanned again, when the user requests all photos.
  package var isOpen: Bool { self == .before || self == .old }
}
