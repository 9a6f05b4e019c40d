/// Reads all barcodes of a picture: the seam behind which readers can be exchanged.
///
/// A reader belongs to one thread and is used for many pictures.
protocol BarcodeReader: AnyObject {
  /// The barcodes in the picture. Never a guess: what isn't sure is left out.
  ///
  /// Asks `isCancelled` between its steps and throws `.cancelled` when it is true. Throws `.damaged` when the picture can't be decoded.
  func read(_ picture: Picture, isCancelled: () -> Bool) throws(ScanError) -> PhotoReading
}

extension BarcodeReader {
  /// The barcodes of an encoded photo. A damaged one is read as far as it goes; only if no code is found is the damage an error.
  func read(_ photo: Photo, limits: PhotoLimits, isCancelled: () -> Bool) throws(ScanError) -> PhotoReading {
    let picture = try Picture(photo, limits: limits)
    var found = try read(picture, isCancelled: isCancelled)
    found.frame = PhotoFrame(size: picture.size, orientation: photo.orientation)
    if found.sightings.isEmpty, let damage = picture.damage { throw .damaged(photo.source, damage) }
    return found
  }
}

extension ScanError {
  /// The user stopped before the photo was read.
  static func cancelled(_ photo: PhotoSource) -> ScanError { ScanError(.cancelled, "stopped before \(photo.label) was read") }
}
