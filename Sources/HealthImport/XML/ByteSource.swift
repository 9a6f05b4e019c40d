/// Bytes that come one piece after another: a file, a member of a zip as it is inflated, standard input.
package protocol ByteSource {
  /// Where the bytes come from, as the user knows it: `export.zip: apple_health_export/export.xml`. For messages.
  var name: String { get }
  /// How many bytes there are (unpacked); `nil` = not known beforehand.
  var bytesTotal: Int64? { get }
  /// Puts the next bytes into `buffer`, from its beginning, as many as are at hand (1 to `buffer.count`). Blocks until there is one.
  /// - Returns: how many bytes were put there; 0 = there are no more.
  /// - Throws: `ImportError` when they can't be read, or aren't what was packed (a wrong checksum).
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}
