import CTIFF

/// Reads the first picture of TIFF files in grey through libtiff, which is loaded at the first one; owns its handle.
struct TIFFDecoder: ~Copyable {
  /// The stored picture's size, by its header.
  let size: PixelSize
  private let picture: OpaquePointer

  /// Reads the header. The bytes must outlive the decoder.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoSource) throws(ScanError) {
    if let failure = hs_tiff_open() { throw .missing(failure, package: "libtiff6", for: photo, "TIFF") }
    guard let picture = hs_tiff_picture_open(bytes.baseAddress, bytes.count) else {
      throw ScanError(.libraryUnavailable, "libtiff could not make a decoder")
    }
    var isDamaged: Int32 = 0
    if let problem = hs_tiff_problem(picture, &isDamaged) {
      let detail = String(cString: problem)
      hs_tiff_picture_free(picture)
      if isDamaged != 0 { throw .damaged(photo, detail) }
      throw .unsupportedKind(photo, "a TIFF picture of a rare kind (\(detail))")
    }
    let size = PixelSize(width: Int(hs_tiff_width(picture)), height: Int(hs_tiff_height(picture)))
    let strip = size.width * min(Int(hs_tiff_band_height(picture)), size.height)
    guard strip <= TIFFDecoder.largestStrip else {
      hs_tiff_picture_free(picture)
      throw .unsupportedKind(photo, "a TIFF picture with strips of \(strip / 1_000_000) million pixels")
    }
    self.picture = picture
    self.size = size
  }

  /// Most pixels in one strip: some nine bytes of memory each while it is read, though a few bytes of the file may hold all of them.
  private static let largestStrip = 50_000_000

  /// `4.5.0`. Loads the library.
  ///
  /// - Throws: `.libraryUnavailable`.
  static func libraryVersion() throws(ScanError) -> String {
    if let failure = hs_tiff_open() { throw .missing(failure, package: "libtiff6") }
    // "LIBTIFF, Version 4.5.0", then whose it is.
    let line = String(cString: hs_tiff_version()).prefix { $0 != "\n" }
    return String(line.drop { !$0.isNumber })
  }

  deinit { hs_tiff_picture_free(picture) }

  /// The stored picture in grey at full size, whatever the file has (1–16 bits, palette, colours, ink), alpha over white; and what was wrong
  /// with the data, if it could be read all the same.
  func luma(of photo: PhotoSource) -> (image: GrayImage, damage: String?) {
    let rowsAtATime = Int(hs_tiff_band_height(picture))
    var isWhole = true
    let image = GrayImage(width: size.width, height: size.height) { pixels in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: size.width * min(rowsAtATime, size.height)) { band in
        for row in stride(from: 0, to: size.height, by: rowsAtATime) {
          let rows = min(rowsAtATime, size.height - row)
          band.update(repeating: Self.missing)
          // Broken parts stay grey; the library keeps its complaint.
          if hs_tiff_band(picture, UInt32(row), UInt32(rows), band.baseAddress) == 0 { isWhole = false }
          let out = pixels + row * size.width
          for i in 0..<size.width * rows {
            let pixel = band[i]
            // The colours are multiplied by alpha already: white is seen through what is left of it.
            let luma = BT601.luma(
              UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel >> 8), UInt8(truncatingIfNeeded: pixel >> 16))
            out[i] = luma &+ min(255 - UInt8(truncatingIfNeeded: pixel >> 24), 255 - luma)
          }
        }
      }
    }
    return (image, complaint ?? (isWhole ? nil : "its data are cut off or broken"))
  }

  /// Grey that covers everything.
  private static let missing: UInt32 = 0xFF80_8080

  /// The library's first error message about the file.
  private var complaint: String? {
    let text = String(cString: hs_tiff_complaint(picture))
    return text.isEmpty ? nil : text
  }
}
