@testable import FoodScan

/// The readers behind `--symbologies`: those of libzbar for QR codes and DataBars on a `FuzzedPicture`, every byte as a square of pixels.
///
/// Flags 32 and 64 say how many pixels a square's side has: one to four. Flag 128: the content is what a QR code says, and the picture is that code;
/// a fuzzer never guesses the error correction, and with a wrong one nothing behind it is looked at.
struct SymbologiesFuzzer: Fuzzer {
  private static let mostPixels = 1 << 16

  private let reader: SymbologyReader

  init() {
    do throws(ScanError) {
      reader = try SymbologyReader([.qr, .databar, .databarExpanded]) { () throws(ScanError) in
        throw ScanError(.libraryUnavailable, "no retail code was asked for")
      }
    } catch {
      fatalError(error.message)
    }
  }

  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let picture = FuzzedPicture(input, mostPixels: Self.mostPixels) else { return false }
    let side = Int(picture.flags >> 5 & 3) + 1
    do throws(ScanError) {
      let photo: Photo
      if picture.flags & 128 == 0 {
        photo = try Self.photo(picture.pixels(), width: picture.width, squares: side)
      } else {
        let code = DrawnQRCode(codewords: Array(picture.content))
        photo = try Self.photo(code.pixels, width: code.width, squares: side + 1)
      }
      check(try reader.read(photo, limits: PhotoLimits()) { false })
    } catch {
      preconditionFailure(error.message)
    }
    return true
  }

  /// The pixels as a photo, each as a square; rows that would be too many are left out.
  private static func photo(_ pixels: [UInt8], width: Int, squares side: Int) throws(ScanError) -> Photo {
    let rows = min(pixels.count / width * side, max(1, mostPixels / (width * side)))
    var bytes = Array("P5 \(width * side) \(rows) 255\n".utf8)
    for y in 0..<rows {
      for x in 0..<width * side { bytes.append(pixels[y / side * width + x / side]) }
    }
    return try Photo(bytes: bytes, from: .file("fuzz"))
  }

  private func check(_ reading: PhotoReading) {
    for sighting in reading.sightings {
      precondition(sighting.barcode.gtin.hasValidCheckDigit && sighting.barcode.gtin.number > 0)
      for corner in sighting.corners ?? [] { precondition(corner.x.isFinite && corner.y.isFinite) }
    }
    for other in reading.others {
      precondition(other.shownText?.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 } != false)
    }
  }
}
