import CZBar

/// libzbar's image scanner, loaded at the first use; owns its handles. Belongs to one thread.
struct ZBarScanner: ~Copyable {
  /// One reading of a retail code.
  struct Reading {
    /// The code; its check digit is right.
    var barcode: Barcode
    /// The number of scan lines that agreed.
    var quality: Int
  }

  /// One reading of any code.
  struct Symbol {
    /// The symbology.
    var symbology: Symbology
    /// Its contents: digits, or any text. Invalid UTF-8 is replaced.
    var payload: String
    /// Whether it is marked as containing GS1 elements. Always so with DataBar.
    var isGS1: Bool
    /// The number of scan lines that agreed; a QR code's error correction counts as one.
    var quality: Int
    /// The four corners in order around it, in the image's pixels; QR codes alone have them.
    var corners: [SIMD2<Float>]?
  }

  /// The four characters Y800 (8-bit grey), which `zbar_fourcc` would make; that macro isn't imported.
  private static let y800: UInt = 0x3030_3859

  private let scanner: OpaquePointer
  private let image: OpaquePointer

  /// Creates a scanner for these symbologies only: each further one costs time, and the decoders of QR codes and
  /// DataBar had memory faults (CVE-2023-40889, CVE-2023-40890).
  init(_ symbologies: Set<Symbology> = Symbology.retail) throws(ScanError) {
    if let failure = hs_zbar_open() { throw .missing(failure, package: "libzbar0") }
    guard let scanner = hs_zbar_image_scanner_create() else { throw ScanError(.libraryUnavailable, "zbar could not make a scanner") }
    guard let image = hs_zbar_image_create() else {
      hs_zbar_image_scanner_destroy(scanner)
      throw ScanError(.libraryUnavailable, "zbar could not make an image")
    }
    self.scanner = scanner
    self.image = image
    hs_zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    hs_zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_POSITION, symbologies.contains(.qr) ? 1 : 0)
    for (type, symbology) in Self.types where symbologies.contains(symbology) {
      hs_zbar_image_scanner_set_config(scanner, type, ZBAR_CFG_ENABLE, 1)
    }
    if symbologies.contains(.qr) { hs_zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_TEST_INVERTED, 1) }
    if !symbologies.isDisjoint(with: [.databar, .databarExpanded]) { hs_zbar_silence_assertions() }
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

  /// Scans every `columnStep`-th column and every `rowStep`-th row for retail codes; 0 leaves that direction out.
  mutating func readings(in picture: GrayImage, columnStep: Int, rowStep: Int) -> [Reading] {
    symbols(in: picture, columnStep: columnStep, rowStep: rowStep).compactMap { symbol in
      Barcode(symbology: symbol.symbology, text: symbol.payload).map { Reading(barcode: $0, quality: symbol.quality) }
    }
  }

  /// Scans every `columnStep`-th column and every `rowStep`-th row; 0 leaves that direction out.
  mutating func symbols(in picture: GrayImage, columnStep: Int, rowStep: Int) -> [Symbol] {
    hs_zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_X_DENSITY, Int32(columnStep))
    hs_zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, Int32(rowStep))
    return picture.withPixels { pixels in
      hs_zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
      hs_zbar_image_set_data(image, pixels, UInt(Self.lentBytes(of: picture)))
      hs_zbar_scan_image(scanner, image)
      var symbols: [Symbol] = []
      var next = hs_zbar_image_first_symbol(image)
      while let symbol = next {
        if let known = Self.symbol(symbol) { symbols.append(known) }
        next = hs_zbar_symbol_next(symbol)
      }
      hs_zbar_image_set_data(image, nil, 0)  // the pixels are only lent
      return symbols
    }
  }

  /// Up to seven of the zeros behind the pixels, too: to look for light codes on dark, libzbar 0.23 copies and inverts eight bytes at a time, and
  /// writes beyond the end of a copy whose length isn't a multiple of eight (mchehab/zbar issue 288).
  static func lentBytes(of picture: GrayImage) -> Int { (picture.width * picture.height + 7) / 8 * 8 }

  private static let types: [(zbar_symbol_type_t, Symbology)] = [
    (ZBAR_EAN13, .ean13), (ZBAR_EAN8, .ean8), (ZBAR_UPCA, .upca), (ZBAR_UPCE, .upce), (ZBAR_QRCODE, .qr), (ZBAR_DATABAR, .databar),
    (ZBAR_DATABAR_EXP, .databarExpanded),
  ]

  private static func symbol(_ symbol: OpaquePointer) -> Symbol? {
    let type = hs_zbar_symbol_get_type(symbol)
    guard let symbology = types.first(where: { $0.0 == type })?.1, let text = hs_zbar_symbol_get_data(symbol) else { return nil }
    // Not up to the first 0 byte, which a QR code may hold.
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(hs_zbar_symbol_get_data_length(symbol)))
    let points = hs_zbar_symbol_get_loc_size(symbol)
    return Symbol(
      symbology: symbology, payload: String(decoding: bytes, as: UTF8.self), isGS1: hs_zbar_symbol_is_gs1(symbol) != 0,
      quality: Int(hs_zbar_symbol_get_quality(symbol)),
      corners: symbology != .qr || points != 4
        ? nil
        : (0..<points).map { SIMD2(Float(hs_zbar_symbol_get_loc_x(symbol, $0)), Float(hs_zbar_symbol_get_loc_y(symbol, $0))) })
  }
}
