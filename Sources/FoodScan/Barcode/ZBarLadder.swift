/// Reads barcodes with libzbar in passes over the whole picture, the cheapest first, until one code can be trusted.
struct ZBarLadder: BarcodeReader, ~Copyable {
  private var scanner: ZBarScanner

  /// Makes a reader for one thread.
  init() throws(ScanError) { scanner = try ZBarScanner() }

  mutating func barcodes(in picture: Picture, isCancelled: () -> Bool) throws(ScanError) -> [Barcode] {
    var votes = Votes()
    for pass in Pass.allCases where pass.suits(picture.size) {
      if isCancelled() { throw ScanError(.cancelled, "stopped before \(picture.photo.source.label) was read") }
      let image = try pass.image(of: picture)
      for reading in scanner.readings(in: image, columnStep: pass.columnStep, rowStep: pass.rowStep) {
        votes.add(reading.barcode, votes: reading.quality)
      }
      let accepted = votes.accepted
      if !accepted.isEmpty { return accepted }
    }
    return []
  }
}

/// One look at the whole picture. The order is that of the cases.
private enum Pass: CaseIterable {
  /// What a phone's photo mostly needs.
  case overview
  /// A small code in a large photo.
  case detail
  /// Every second line of a picture that has no more detail.
  case dense
  /// Smaller again: noise and moiré are averaged away.
  case coarse
  /// Narrow bars, a pixel or two wide.
  case magnified

  /// The long side of the overview. At that size a code across a third of a photo has 4 pixels a module.
  private static let overviewSide = 1280

  func suits(_ size: PixelSize) -> Bool {
    switch self {
    case .overview, .coarse: true
    case .detail: size.longSide > 1600
    case .dense: size.longSide <= 1600
    case .magnified: true
    }
  }

  func image(of picture: Picture) throws(ScanError) -> GrayImage {
    switch self {
    case .overview, .dense: try picture.luma(longSide: Self.overviewSide).shrunk(toLongSide: Self.overviewSide)
    case .detail: try picture.luma(longSide: 2600).shrunk(toLongSide: 2600)
    case .coarse: try picture.luma(longSide: 960).shrunk(toLongSide: 960)
    case .magnified:
      picture.size.longSide <= 1000
        ? try picture.luma(longSide: 1000).doubled() : try picture.luma(longSide: 2000).shrunk(toLongSide: 2000)
    }
  }

  var columnStep: Int { rowStep }

  var rowStep: Int {
    switch self {
    case .overview, .detail: 4
    case .dense, .coarse, .magnified: 2
    }
  }
}
