/// Reads only the requested symbologies: retail codes with the given reader, others with `GS1Reader`.
final class SymbologyReader: BarcodeReader {
  private let symbologies: Set<Symbology>
  private let retail: (any BarcodeReader)?
  private let gs1: GS1Reader?

  /// Makes a reader for one thread. `makeRetail` is called if any retail code is asked for.
  init(_ symbologies: Set<Symbology>, makeRetail: () throws(ScanError) -> any BarcodeReader) throws(ScanError) {
    self.symbologies = symbologies
    retail = symbologies.isDisjoint(with: Symbology.retail) ? nil : try makeRetail()
    let others = symbologies.subtracting(Symbology.retail)
    gs1 = others.isEmpty ? nil : try GS1Reader(others)
  }

  func read(_ picture: Picture, isCancelled: () -> Bool) throws(ScanError) -> PhotoReading {
    var reading = try retail?.read(picture, isCancelled: isCancelled) ?? PhotoReading(sightings: [])
    reading.sightings.removeAll { !symbologies.contains($0.barcode.symbology) }
    reading.closeCalls.removeAll { !symbologies.contains($0.barcode.symbology) }
    if let gs1 { reading.add(try gs1.read(picture, isCancelled: isCancelled)) }
    return reading
  }
}
