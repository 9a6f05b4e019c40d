/// Reads all barcodes of a picture: the seam behind which readers can be exchanged.
///
/// A reader belongs to one thread and is used for many pictures.
protocol BarcodeReader: ~Copyable {
  /// The barcodes in the picture, surest first; empty when there are none. Never a guess: what isn't sure is left out.
  ///
  /// Asks `isCancelled` between its steps and throws `.cancelled` when it is true. Throws `.damaged` when the picture can't be decoded.
  mutating func barcodes(in picture: Picture, isCancelled: () -> Bool) throws(ScanError) -> [Barcode]
}
