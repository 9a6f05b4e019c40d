/// Reads QR codes and DataBars, which `SymbolReader` doesn't support, with libzbar's image scanner in passes over the
/// whole picture. Use from one thread only.
final class GS1Reader: BarcodeReader {
  private let symbologies: Set<Symbology>
  private var scanner: ZBarScanner

  /// Makes a reader for one thread, of those symbologies alone.
  init(_ symbologies: Set<Symbology>) throws(ScanError) {
    self.symbologies = symbologies
    scanner = try ZBarScanner(symbologies)
  }

  func read(_ picture: Picture, isCancelled: () -> Bool) throws(ScanError) -> PhotoReading {
    // A new scanner for each picture: the decoders keep parts of codes, which the next picture must not complete.
    scanner = try ZBarScanner(symbologies)
    var reading = PhotoReading(sightings: [])
    for pass in Pass.allCases where pass.suits(picture.size) {
      if isCancelled() { throw .cancelled(picture.photo.source) }
      let image = try pass.image(of: picture)
      let scale = Float(picture.size.longSide) / Float(image.longSide)
      reading.add(Self.reading(scanner.symbols(in: image, columnStep: pass.step, rowStep: pass.step), scale: scale))
      if !reading.sightings.isEmpty || !reading.others.isEmpty { break }
    }
    return reading
  }
}

extension GS1Reader {
  /// Scan lines that must agree on a DataBar: its check (a sum modulo 79 or 211) lets one wrong reading of so many through.
  private static let enoughLines = 3

  /// Products and other codes among the symbols of an image, `scale` times smaller than the picture.
  private static func reading(_ symbols: [ZBarScanner.Symbol], scale: Float) -> PhotoReading {
    var reading = PhotoReading(sightings: [])
    for symbol in symbols where symbol.symbology == .qr || symbol.quality >= enoughLines {
      if let barcode = Barcode(symbol) {
        reading.add(PhotoReading(sightings: [Sighting(barcode, by: .zbar, corners: symbol.corners?.map { $0 * scale })]))
      } else {
        reading.others.append(OtherCode(symbol))
      }
    }
    return reading
  }
}

/// One pass over the whole picture. Of 115 pictures with such codes zbarimg reads 86; the passes are ordered by what
/// each adds.
private enum Pass: CaseIterable {
  /// All that zbarimg reads.
  case overview
  /// A small code in a large photo.
  case detail
  /// Squares two pixels wide.
  case magnified
  /// Noise, moiré, and squares that are drawn as dots.
  case coarse

  /// Whether the pass can show anything new in a picture of that size.
  func suits(_ size: PixelSize) -> Bool {
    switch self {
    case .overview: true
    case .detail: size.longSide > 1600
    case .magnified: size.longSide <= 1600
    case .coarse: size.longSide > 400
    }
  }

  func image(of picture: Picture) throws(ScanError) -> GrayImage {
    switch self {
    case .overview: try picture.shrunkLuma(longSide: 1280)
    case .detail: try picture.shrunkLuma(longSide: 2600)
    case .magnified: try picture.shrunkLuma(longSide: 1000).doubled()
    case .coarse: try picture.shrunkLuma(longSide: 320)
    }
  }

  /// The distance of the scan lines in pixels. Even a code that needs the most pixels is crossed by enough lines.
  var step: Int { self == .detail ? 2 : 1 }
}
