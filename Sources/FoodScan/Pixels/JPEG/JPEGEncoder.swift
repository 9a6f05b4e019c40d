import CTurboJPEG

/// Writes pictures as JPEG through libjpeg-turbo.
enum JPEGEncoder {
  /// The encoded picture, its colours at full resolution: thin coloured lines would smear otherwise.
  ///
  /// - Parameter quality: 1…100, as everywhere with JPEG.
  /// - Throws: `.libraryUnavailable`, `.tooManyPixels` when a side is longer than JPEG's 65,535 pixels.
  static func bytes(of picture: ColorImage, quality: Int = 88) throws(ScanError) -> [UInt8] {
    if let failure = hs_turbojpeg_open() { throw .missing(failure, package: "libturbojpeg0") }
    guard let handle = hs_tjInitCompress() else { throw ScanError(.libraryUnavailable, "turbojpeg could not make an encoder") }
    defer { hs_tjDestroy(handle) }
    let (width, height) = (Int32(clamping: picture.width), Int32(clamping: picture.height))
    let subsampling = Int32(TJSAMP_444.rawValue)
    let room = hs_tjBufSize(width, height, subsampling)
    var isWritten = false
    let bytes = picture.withPixels { pixels in
      // UInt.max is tjBufSize's way to say that the size makes no sense; the encoder says it in words then.
      [UInt8](unsafeUninitializedCapacity: room == UInt.max ? 1 : Int(room)) { buffer, filled in
        var start = buffer.baseAddress
        var count = UInt(buffer.count)
        isWritten =
          hs_tjCompress2(
            handle, pixels, width, 0, height, Int32(TJPF_RGB.rawValue), &start, &count, subsampling, Int32(quality), TJFLAG_NOREALLOC) == 0
        filled = isWritten ? Int(count) : 0
      }
    }
    guard isWritten else {
      let detail = hs_tjGetErrorStr2(handle).map { String(cString: $0) } ?? "its size"
      throw ScanError(.tooManyPixels, "the picture can't be written as JPEG: \(detail)", hint: "write it as PNG: name it .png")
    }
    return bytes
  }
}
