import BarReader

/// Reads barcodes with `SymbolReader`, in passes from cheap to thorough until one finds something. Use from one thread
/// only.
final class FitReader: BarcodeReader {
  /// Long side, in pixels, from which on most codes can be read; JPEG pictures are decoded no larger than it takes.
  private static let overview = 1000
  /// The same for blurred and smaller codes.
  private static let closeUp = 1280
  /// The same for a small code in a large photo.
  private static let detail = 2600
  /// Long side at which regions are searched first: a code that is a sixth as wide as the picture has blocks enough.
  private static let coarse = 800
  /// The same for smaller codes.
  private static let fine = 1600
  /// A picture with so many codes is looked at again as one with none: it may have more, and they are small.
  private static let manyCodes = 4

  private let reader: SymbolReader
  private let isTraced: Bool

  /// Creates a reader, with an optional second proposer of codes; `isTraced`: whether readings contain a trace.
  init(lineProposer: (any LineProposer)? = nil, isTraced: Bool = false) {
    reader = SymbolReader(lineProposer: lineProposer)
    self.isTraced = isTraced
  }

  func read(_ picture: Picture, isCancelled: () -> Bool) throws(ScanError) -> PhotoReading {
    var session = Session(picture: picture, reader: reader, trace: isTraced ? ReadingTrace() : nil)
    if isCancelled() { throw .cancelled(picture.photo.source) }
    try session.look(longSide: Self.overview, detectorSide: Self.coarse)
    // A region's blocks are an 800th of a small picture's long side already; the finer look would be the same one.
    if session.sightings.isEmpty || session.sightings.count >= Self.manyCodes,
      min(Self.closeUp, picture.size.longSide) > Self.coarse * 5 / 4
    {
      if isCancelled() { throw .cancelled(picture.photo.source) }
      let seen = try session.look(longSide: Self.closeUp, detectorSide: Self.fine)
      // If one code was that small, others may be smaller still.
      if picture.size.longSide > seen * 5 / 4 {
        if isCancelled() { throw .cancelled(picture.photo.source) }
        try session.look(longSide: Self.detail, detectorSide: Self.fine)
      }
    }
    return session.reading
  }

  /// One picture's looks and what they found.
  private struct Session {
    let picture: Picture
    let reader: SymbolReader
    var trace: ReadingTrace?
    private(set) var sightings: [Sighting] = []
    private var misses: [(miss: NearMiss, corners: [SIMD2<Float>])] = []

    init(picture: Picture, reader: SymbolReader, trace: ReadingTrace?) {
      self.picture = picture
      self.reader = reader
      self.trace = trace
    }

    /// Looks at the picture decoded to at least `longSide` pixels. Returns how long its long side was.
    @discardableResult
    mutating func look(longSide: Int, detectorSide: Int) throws(ScanError) -> Int {
      let began = trace == nil ? nil : ContinuousClock.now
      let image = try picture.luma(longSide: longSide)
      if let began { trace?.add(.now - began, to: .decode) }
      let findings = image.withLuma { reader.read($0, detectorSide: detectorSide, trace: &trace) }
      let step = picture.size.step(toLongSide: image.longSide)
      for reading in findings.readings {
        if let barcode = Barcode(reading.code), !sightings.contains(where: { $0.barcode == barcode }) {
          sightings.append(Sighting(barcode, by: .fit, corners: Self.corners(of: reading.region, step)))
        }
      }
      misses += findings.nearMisses.map { ($0, Self.corners(of: $0.region, step)) }
      return image.longSide
    }

    /// Returns a region's corners in the photo's points, which lie between pixels; a pixel of the examined picture is
    /// `step` of the photo's wide.
    private static func corners(of region: BarRegion, _ step: Float) -> [SIMD2<Float>] { region.corners.map { ($0 + 0.5) * step } }

    var reading: PhotoReading { PhotoReading(sightings: sightings, closeCalls: closeCalls, trace: trace) }

    /// The near misses of all looks, each code once, the closest first.
    private var closeCalls: [CloseCall] {
      var seen: Set<SymbolCode> = []
      return misses.sorted { $0.miss.lead > $1.miss.lead }.compactMap { miss, corners in
        guard seen.insert(miss.code).inserted, let barcode = Barcode(miss.code), !sightings.contains(where: { $0.barcode == barcode })
        else { return nil }
        return CloseCall(barcode: barcode, rival: miss.rival.flatMap(Barcode.init), reason: miss.reason, corners: corners)
      }
    }
  }
}

extension Barcode {
  /// Creates the barcode of a symbol: an EAN-13 whose first digit is 0 is a UPC-A. `nil` when its check digit is wrong.
  init?(_ code: SymbolCode) {
    let text = code.description
    switch code.kind {
    case .ean8: self.init(symbology: .ean8, text: text)
    case .upcE: self.init(symbology: .upce, text: text)
    case .ean13:
      if text.hasPrefix("0") {
        self.init(symbology: .upca, text: String(text.dropFirst()))
      } else {
        self.init(symbology: .ean13, text: text)
      }
    }
  }
}
