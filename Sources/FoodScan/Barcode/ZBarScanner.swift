import CZBar

/// libzbar's image scanner for EAN-13, EAN-8, UPC-A and UPC-E; owns its handles. Belongs to one thread.
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
    guard let scanner = zbar_image_scanner_create() else { throw ScanError(.libraryUnavailable, "zbar could not make a scanner") }
    guard let image = zbar_image_create() else {
      zbar_image_scanner_destroy(scanner)
      throw ScanError(.libraryUnavailable, "zbar could not make an image")
    }
    self.scanner = scanner
    self.image = image
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_POSITION, 0)
    for symbology in [ZBAR_EAN13, ZBAR_EAN8, ZBAR_UPCA, ZBAR_UPCE] {
      zbar_image_scanner_set_config(scanner, symbology, ZBAR_CFG_ENABLE, 1)
    }
    // The cache would hide a code that was in the picture before.
    zbar_image_scanner_enable_cache(scanner, 0)
    zbar_image_set_format(image, Self.y800)
  }

  deinit {
    zbar_image_destroy(image)
    zbar_image_scanner_destroy(scanner)
  }

  /// Scans every `columnStep`-th column and every `rowStep`-th row; 0 leaves that direction out.
  mutating func readings(in picture: GrayImage, columnStep: Int, rowStep: Int) -> [Reading] {
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_X_DENSITY, Int32(columnStep))
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, Int32(rowStep))
    return picture.withPixels { pixels in
      zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
      zbar_image_set_data(image, pixels, UInt(picture.width * picture.height), nil)
      zbar_scan_image(scanner, image)
      var readings: [Reading] = []
      var next = zbar_image_first_symbol(image)
      while let symbol = next {
        if let reading = Self.reading(symbol) { readings.append(reading) }
        next = zbar_symbol_next(symbol)
      }
      zbar_image_set_data(image, nil, 0, nil)  // the pixels are only lent
      return readings
    }
  }

  private static func reading(_ symbol: OpaquePointer) -> Reading? {
    let symbology: Symbology
    switch zbar_symbol_get_type(symbol) {
    case ZBAR_EAN13: symbology = .ean13
    case ZBAR_EAN8: symbology = .ean8
    case ZBAR_UPCA: symbology = .upca
    case ZBAR_UPCE: symbology = .upce
    default: return nil
    }
    guard let text = zbar_symbol_get_data(symbol), let barcode = Barcode(symbology: symbology, text: String(cString: text)) else {
      return nil
    }
    return Reading(barcode: barcode, quality: Int(zbar_symbol_get_quality(symbol)))
  }
}
