import CTurboJPEG
import JPEGSkim

/// Reads JPEG pictures through libjpeg-turbo, which is loaded at the first one; owns its handle. Luma that is to be much smaller is skimmed
/// (`JPEGSkim`).
struct JPEGDecoder: ~Copyable {
  /// The picture's full size, by its header.
  let size: PixelSize
  let handle: tjhandle
  let bytes: UnsafeBufferPointer<UInt8>
  let isCMYK: Bool

  /// Reads the header. The bytes must outlive the decoder.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of photo: PhotoSource) throws(ScanError) {
    if let failure = hs_turbojpeg_open() { throw .missing(failure, package: "libturbojpeg0", for: photo, "JPEG") }
    guard let handle = hs_tjInitDecompress() else { throw ScanError(.libraryUnavailable, "turbojpeg could not make a decoder") }
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var colours: Int32 = 0
    guard hs_tjDecompressHeader3(handle, bytes.baseAddress, UInt(bytes.count), &width, &height, &subsampling, &colours) == 0 else {
      let detail = Self.lastFailure(of: handle)
      hs_tjDestroy(handle)
      throw .damaged(photo, detail)
    }
    self.handle = handle
    self.bytes = bytes
    size = PixelSize(width: Int(width), height: Int(height))
    isCMYK = colours == Int32(TJCS_CMYK.rawValue) || colours == Int32(TJCS_YCCK.rawValue)
  }

  deinit { hs_tjDestroy(handle) }

  /// Loads the library, which doesn't provide its version.
  ///
  /// - Throws: `.libraryUnavailable`.
  static func loadLibrary() throws(ScanError) {
    if let failure = hs_turbojpeg_open() { throw .missing(failure, package: "libturbojpeg0") }
  }

  /// The picture in grey, its long side at least `target` pixels or the full size, and what was wrong with the data, if it could be
  /// read all the same (a picture that is cut off is grey where it is missing).
  func luma(longSide target: Int, of photo: PhotoSource) throws(ScanError) -> (image: GrayImage, damage: String?) {
    if let image = skimmed(longSide: target) { return (image, nil) }
    let (width, height) = decodedSize(longSide: target)
    guard isCMYK else {
      var damage: String?
      let image = try GrayImage(width: width, height: height) { pixels throws(ScanError) in
        damage = try gray(into: pixels, width, height, photo)
      }
      return (image, damage)
    }
    var damage: String?
    let ink = try GrayImage(width: width * 4, height: height) { pixels throws(ScanError) in
      damage = try decode(into: pixels, width, height, TJPF_CMYK, photo)
    }
    return (Self.gray(ofInk: ink), damage)
  }

  /// The picture in grey as `JPEGSkim` reads it, at half its size or less; `nil` when that is too small for the target, or the picture is none that can be
  /// skimmed.
  private func skimmed(longSide target: Int) -> GrayImage? {
    guard let side = (1...4).first(where: { size.longSide * $0 / 8 >= target }), let jpeg = BaselineJPEG(UnsafeRawBufferPointer(bytes))
    else { return nil }
    return JPEGSkim(jpeg, bytes).luma(side: side)
  }

  /// The smallest size that costs nothing extra, its long side at least `target` or that of the picture.
  func decodedSize(longSide target: Int) -> (width: Int, height: Int) {
    // The inverse DCT makes the smaller picture at once. Only 1/8, 1/4, 1/2 and 1 have vector code.
    let eighths = [1, 2, 4].first { size.longSide * $0 / 8 >= target } ?? 8
    return ((size.width * eighths + 7) / 8, (size.height * eighths + 7) / 8)
  }

  /// Decodes the picture with the library in grey, in one of the sizes that it supports. Returns the error in the data
  /// if the picture was readable nevertheless.
  func gray(into pixels: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, _ photo: PhotoSource) throws(ScanError) -> String? {
    try decode(into: pixels, width, height, TJPF_GRAY, photo)
  }

  /// Decodes into rows without gaps. Returns the error in the data if the picture was readable nevertheless.
  func decode(
    into pixels: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, _ format: TJPF, _ photo: PhotoSource
  ) throws(ScanError) -> String? {
    try JPEGWork(UnsafeRawBufferPointer(bytes)).check(size, of: photo)
    let flags = TJFLAG_FASTDCT | TJFLAG_FASTUPSAMPLE | TJFLAG_LIMITSCANS
    let code = hs_tjDecompress2(
      handle, bytes.baseAddress, UInt(bytes.count), pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), flags)
    if code == 0 { return nil }
    let detail = Self.lastFailure(of: handle)
    guard hs_tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else { throw .damaged(photo, detail) }
    return detail
  }

  /// Grey from four bytes a pixel. JPEG files store CMYK inverted (Adobe's way, 255 = no ink): black times the mean of the
  /// colours weighted like luma (ITU-R BT.601: .299, .587, .114; here in 256ths: 77, 150, 29).
  private static func gray(ofInk ink: GrayImage) -> GrayImage {
    let width = ink.width / 4
    return ink.withPixels { ink4 in
      GrayImage(width: width, height: ink.height) { pixels in
        for i in 0..<width * ink.height {
          let light = (77 * Int(ink4[4 * i]) + 150 * Int(ink4[4 * i + 1]) + 29 * Int(ink4[4 * i + 2])) >> 8
          pixels[i] = UInt8(truncatingIfNeeded: light * Int(ink4[4 * i + 3]) / 255)
        }
      }
    }
  }

  /// The library's own words.
  private static func lastFailure(of handle: tjhandle) -> String {
    guard let text = hs_tjGetErrorStr2(handle) else { return "not a JPEG picture" }
    return String(cString: text)
  }
}
