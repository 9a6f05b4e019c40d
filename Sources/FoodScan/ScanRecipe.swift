/// The steps that a scan applies to each photo.
package struct ScanRecipe: Sendable {
  /// What is too large to be read.
  package var limits = PhotoLimits()
  /// Who reads.
  package var engine = EngineChoice.both
  /// What is read.
  package var symbologies = Symbology.retail
  /// Whether readings say how they came about.
  package var isTraced = false
  /// How photos are drawn with what was read in them; `nil` = they aren't.
  package var markup: Markup?

  /// Barcodes are read, and nothing else is done.
  package init() {}

  /// Makes the reader of one thread.
  func makeReader() throws(ScanError) -> any BarcodeReader {
    try SymbologyReader(symbologies) { () throws(ScanError) in try engine.makeReader(isTraced: isTraced) }
  }

  /// Reads the photo, and draws it if it is to be drawn.
  func scan(_ source: PhotoSource, with reader: any BarcodeReader, isCancelled: () -> Bool) throws(ScanError) -> PhotoScan {
    let photo = try Photo(reading: source, limits: limits)
    let reading = try reader.read(photo, limits: limits, isCancelled: isCancelled)
    let drawn = markup.map { markup in
      Result { () throws(ScanError) in try markup.bytes(of: photo, showing: reading, limits: limits) }
    }
    return PhotoScan(photo: source, outcome: .success(reading), markup: drawn)
  }
}
