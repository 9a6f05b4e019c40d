import CZBar

/// libzbar's image scanner for EAN-13, EAN-8, UPC-A and UPC-E, loaded at the first use; owns its handles. Belongs to one thread.
struct ZBarScanner: ~Copyable {
  /// One reading of one code.
  struct Reading {
    /// The code; its check digit is right.
    var barcode: Barcode
    /// How many scan lines agreed.
    var quality: Int
  }

  /// The four characters Y800 (8-bit grey), which `zbar_fourcc` would make; that macro isn't imported.
  private static let y800: UInt = 0x3030_3859

  private let scanner: OpaquePointer
  private let image: OpaquePointer

  /// Makes a scanner that knows the retail codes and nothing else: each further symbology costs time, and the QR decoder had
  /// memory faults (CVE-2023-40889).
  init() throws(ScanError) {
    if let failure = hs_zbar_open() { throw .missing(failure, package: "libzbar0") }
    guard let scanner = hs_zbar_image_scanner_create() else { throw ScanError(.libraryUnavailable, "zbar could not make a scanner") }
    guard let image = hs_zbar_image_create() else {
      hs_zbar_image_scanner_destroy(scanner)
      throw ScanError(.libraryUnavailable, "zbar could not make an image")
    }
    self.scanner = scanner
    self.image = image
    hs_zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    hs_zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_POSITION, 0)
    for symbology in [ZBAR_EAN13, ZBAR_EAN8, ZBAR_UPCA, ZBAR_UPCE] {
      hs_zbar_image_scanner_set_config(scanner, symbology, ZBAR_CFG_ENABLE, 1)
    }
    // The cache would hide a code that was in the picture before.
    hs_zbar_image_scanner_enable_cache(scanner, 0)
    hs_zbar_image_set_format(image, Self.y800)
  }

  deinit {
    hs_zbar_image_destroy(image)
    hs_zbar_image_scanner_destroy(scanner)
  }

  /// `0.23.92`. Loads the library.
  ///
  /// - Throws: `.libraryUnavailable`.
  static func libraryVersion() throws(ScanError) -> String {
    if let failure = hs_zbar_open() { throw .missing(failure, package: "libzbar0") }
    var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
    hs_zbar_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }

  /// Scans every `columnStep`-th column and every `rowStep`-th row; 0 leaves that direction out.
  mutating func readings(in picture: GrayImage, columnStep: Int, rowStep: Int) -> [Reading] {
    hs_zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_X_DENSITY, Int32(columnStep))
    hs_zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, Int32(rowStep))
    return picture.withPixels { pixels in
      hs_zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
      hs_zbar_image_set_data(image, pixels, UInt(picture.width * picture.height))
      hs_zbar_scan_image(scanner, image)
      var readings: [Reading] = []
      var next = hs_zbar_image_first_symbol(image)
      while let symbol = next {
        if let reading = Self.reading(symbol) { readings.append(reading) }
        next = hs_zbar_symbol_next(symbol)
      }
      hs_zbar_image_set_data(image, nil, 0)  // the pixels are only lent
      return readings
    }
  }

  private static func reading(_ symbol: OpaquePointer) -> Reading? {
    let symbology: Symbology
    switch hs_zbar_symbol_get_type(symbol) {
    case ZBAR_EAN13: symbology = .ean13
    case ZBAR_EAN8: symbology = .ean8
    case ZBAR_UPCA: symbology = .upca
    case ZBAR_UPCE: symbology = .upce
    default: return nil
    }
    guard let text = hs_zbar_symbol_get_data(symbol), let barcode = Barcode(symbology: symbology, text: String(cString: text)) else {
      return nil
    }
    return Reading(barcode: barcode, quality: Int(hs_zbar_symbol_get_quality(symbol)))
  }
}
