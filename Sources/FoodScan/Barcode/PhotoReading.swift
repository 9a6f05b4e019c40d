import BarReader

/// The barcodes read in one photo.
package struct PhotoReading: Sendable {
  /// The codes that are sure, surest first. Empty: the picture has none that can be read.
  package var sightings: [Sighting]
  /// Codes that were nearly read, closest first: rejected because they are too close to another. Never logged.
  package var closeCalls: [CloseCall]
  /// Codes that were read and name no product; only where symbologies were asked for that can hold anything.
  package var others: [OtherCode] = []
  /// The trace of the reading; `nil` unless requested.
  package var trace: ReadingTrace?
  /// The photo's pixels, in which all corners are. `nil` where nothing was decoded.
  package var frame: PhotoFrame?

  /// A reading of these codes.
  package init(sightings: [Sighting], closeCalls: [CloseCall] = [], trace: ReadingTrace? = nil) {
    self.sightings = sightings
    self.closeCalls = closeCalls
    self.trace = trace
  }

  /// The sure codes alone.
  package var barcodes: [Barcode] { sightings.map(\.barcode) }

  /// Adds what another reader saw in the same photo; a product that is already there isn't added again.
  mutating func add(_ other: PhotoReading) {
    let known = Set(barcodes.map(\.gtin))
    sightings += other.sightings.filter { !known.contains($0.barcode.gtin) }
    closeCalls += other.closeCalls
    others += other.others
  }
}

/// A barcode, and where a photo shows it.
package struct Sighting: Sendable, Hashable {
  /// The code.
  package let barcode: Barcode
  /// The engine that read it.
  package let engine: ScanEngine
  /// The corners of its bars in order around them, in pixels of the stored picture at full size, before its orientation
  /// is applied. `nil` if the engine doesn't provide them.
  package let corners: [SIMD2<Float>]?

  /// A barcode there.
  package init(_ barcode: Barcode, by engine: ScanEngine, corners: [SIMD2<Float>]? = nil) {
    self.barcode = barcode
    self.engine = engine
    self.corners = corners
  }
}

/// A code that was nearly read.
package struct CloseCall: Sendable, Hashable {
  /// The likeliest code.
  package let barcode: Barcode
  /// The next likely one. `nil` when there is none near.
  package let rival: Barcode?
  /// The reason why it was rejected.
  package let reason: Verdict.Reason
  /// As a sighting's.
  package let corners: [SIMD2<Float>]?

  /// A code that was nearly read there.
  package init(barcode: Barcode, rival: Barcode?, reason: Verdict.Reason, corners: [SIMD2<Float>]? = nil) {
    self.barcode = barcode
    self.rival = rival
    self.reason = reason
    self.corners = corners
  }
}

/// An engine that reads codes. The raw values are a contract: `--engine` takes them (and `both`), `--json` prints them.
package enum ScanEngine: String, Sendable, CaseIterable {
  /// Our own reader: the fit of whole symbols to profiles across the bars.
  case fit
  /// libzbar's image scanner over the whole picture.
  case zbar
}
