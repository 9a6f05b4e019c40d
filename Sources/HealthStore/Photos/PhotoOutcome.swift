/// The result of handling a watched photo. The raw values are a contract: the library keeps them, JSON prints them.
package enum PhotoOutcome: String, Sendable, CaseIterable {
  /// What it shows was logged, or some of it.
  case logged
  /// It will be logged once the product could be looked up (`hsync pending`), or is only to be shown then.
  case pending
  /// What it shows was logged already, from another photo or by hand, a moment before or after it was taken.
  case repeated
  /// The product was shown; logging wasn't wanted.
  case shown
  /// It was taken too long ago to be logged without a person's word.
  case old
  /// The product is known, but not what a portion of it is.
  case refused
  /// Nobody knows the product.
  case unknownProduct = "unknown_product"
  /// It has no barcode that can be read.
  case noBarcode = "no_barcode"
  /// It is damaged, or no picture.
  case unreadable
  /// It was there before watching began.
  case before

  /// Whether the photo is scanned, again, when a person asks for all photos.
  package var isOpen: Bool { self == .before || self == .old }
}
