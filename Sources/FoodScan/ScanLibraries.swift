/// The C libraries that photos are read with, as they are on this machine. Each is loaded when the first photo needs it.
package enum ScanLibraries {
  /// A library that may be asked for its version.
  package struct Entry: Sendable {
    /// The common name: `zbar`.
    package let name: String
    /// The consequence of its absence: `PNG photos can't be read`.
    package let loss: String
    /// Loads it and returns its version, `nil` if it doesn't provide one. Throws `.libraryUnavailable`, with the
    /// package as a hint.
    package let version: @Sendable () throws(ScanError) -> String?
  }

  /// All of them.
  package static let all = [
    Entry(name: "zbar", loss: "QR codes and DataBars can't be read") { () throws(ScanError) in try ZBarScanner.libraryVersion() },
    Entry(name: "libjpeg-turbo", loss: "JPEG photos can't be read") { () throws(ScanError) in
      try JPEGDecoder.loadLibrary()
      return nil
    },
    Entry(name: "libpng", loss: "PNG photos can't be read") { () throws(ScanError) in try PNGDecoder.libraryVersion() },
    Entry(name: "libwebp", loss: "WebP photos can't be read") { () throws(ScanError) in try WebPDecoder.libraryVersion() },
    Entry(name: "libheif", loss: "HEIC photos can't be read") { () throws(ScanError) in try HEIFDecoder.libraryVersion() },
    Entry(name: "libtiff", loss: "TIFF photos can't be read") { () throws(ScanError) in try TIFFDecoder.libraryVersion() },
  ]
}
