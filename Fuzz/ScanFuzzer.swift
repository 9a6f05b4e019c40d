@testable import FoodScan

/// The whole scan: the bytes of a photo in, barcodes out, by each engine, the same one for all inputs as in a scan of many photos.
struct ScanFuzzer: Fuzzer {
  private let readers: [any BarcodeReader]

  init() {
    do throws(ScanError) {
      readers = [try EngineChoice.both.makeReader(isTraced: true), try EngineChoice.zbar.makeReader(isTraced: false)]
    } catch {
      fatalError(error.message)
    }
  }

  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    do throws(ScanError) {
      let photo = try Photo(bytes: PNGChecksums.mended(Array(input)), from: .file("fuzz"))
      for reader in readers { check(try reader.read(photo, limits: DecoderFuzzer.limits) { false }) }
    } catch {
      precondition(!error.message.isEmpty && error.code != .libraryUnavailable, error.message)
    }
    return true
  }

  private func check(_ reading: PhotoReading) {
    for sighting in reading.sightings {
      precondition(sighting.barcode.gtin.hasValidCheckDigit)
      for corner in sighting.corners ?? [] { precondition(corner.x.isFinite && corner.y.isFinite) }
    }
    for miss in reading.closeCalls { precondition(!reading.barcodes.contains(miss.barcode)) }
  }
}
