/// The C libraries that photos are read with, as they are on this machine. Each is loaded when the first photo needs it.
package enum ScanLibraries {
  /// A library that may be asked for its version.
  package struct Entry: Sendable {
    /// As people know it: `zbar`.
    package let name: String
    /// What can't be done without it: `PNG photos can't be read`.
    package let loss: String
    /// Loads it and tells its version, `nil` for one that doesn't say. Throws `.libraryUnavailable`, with the package as a hint.
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
