/// Reads barcodes with libzbar in passes over the whole picture, the cheapest first, until one code can be trusted.
final class ZBarLadder: BarcodeReader {
  private var scanner: ZBarScanner

  /// Makes a reader for one thread.
  init() throws(ScanError) { scanner = try ZBarScanner() }

  func read(_ picture: Picture, isCancelled: () -> Bool) throws(ScanError) -> PhotoReading {
    // A new scanner for each picture, which costs microseconds: zbar's EAN decoder keeps the half of a code that it has seen until the
    // other half comes, and the next picture must not complete it.
    scanner = try ZBarScanner()
    var votes = Votes()
    for pass in Pass.allCases where pass.suits(picture.size) {
      if isCancelled() { throw .cancelled(picture.photo.source) }
      let image = try pass.image(of: picture)
      let (columnStep, rowStep) = pass.steps
      for reading in scanner.readings(in: image, columnStep: columnStep, rowStep: rowStep) {
        votes.add(reading.barcode, votes: reading.quality)
      }
      let accepted = votes.accepted
      if !accepted.isEmpty { return PhotoReading(sightings: accepted.map { Sighting($0, by: .zbar) }) }
    }
    return PhotoReading(sightings: [])
  }
}

/// One pass over the whole picture. The cases are in the order of the ladder; each comment describes codes that only
/// this pass reads, not those before it. If no code is found, all passes are made.
private enum Pass: CaseIterable {
  /// Four of five photos that can be read at all: 1280 pixels, every fourth line.
  case overview
  /// A small code in a large photo.
  case detail
  /// Narrow strips of bars in a small picture, which lie between the overview's lines.
  case dense
  /// Noise and moiré, averaged away by shrinking.
  case coarse
  /// Bars a pixel or two wide.
  case magnified
  /// Blurred bars.
  case sharpened
  /// Tiny, noisy horizontal bars; then upright ones.
  case lyingBars, uprightBars

  /// Whether the pass can show anything new in a picture of that size.
  func suits(_ size: PixelSize) -> Bool {
    switch self {
    case .detail: size.longSide > 1600
    case .dense: size.longSide <= 1600
    default: true
    }
  }

  func image(of picture: Picture) throws(ScanError) -> GrayImage {
    switch self {
    case .overview, .dense: try picture.shrunkLuma(longSide: 1280)
    case .detail: try picture.shrunkLuma(longSide: 2600)
    case .coarse: try picture.shrunkLuma(longSide: 960)
    case .magnified:
      picture.size.longSide <= 1000 ? try picture.shrunkLuma(longSide: 1000).doubled() : try picture.shrunkLuma(longSide: 2000)
    case .sharpened: try picture.shrunkLuma(longSide: 1280).sharpened()
    case .lyingBars: try picture.shrunkLuma(longSide: 640).transposed().averagedAlongUprightBars()
    case .uprightBars: try picture.shrunkLuma(longSide: 640).averagedAlongUprightBars()
    }
  }

  /// The distance of the scan lines in pixels; 0 = none in that direction.
  var steps: (columns: Int, rows: Int) {
    switch self {
    case .overview, .detail: (4, 4)
    case .dense, .coarse, .magnified, .sharpened: (2, 2)
    case .lyingBars, .uprightBars: (0, 1)
    }
  }
}
