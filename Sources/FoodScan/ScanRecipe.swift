/// The steps that a scan applies to each photo.
package struct ScanRecipe: Sendable {
  /// The limits on the size of photos.
  package var limits = PhotoLimits()
  /// The engine.
  package var engine = EngineChoice.both
  /// The symbologies to read.
  package var symbologies = Symbology.retail
  /// Whether readings contain a trace.
  package var isTraced = false
  /// The markup of photos with their results; `nil` = none.
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
