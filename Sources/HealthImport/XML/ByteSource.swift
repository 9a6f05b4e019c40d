/// Bytes that come one piece after another: a file, a member of a zip as it is inflated, standard input.
package protocol ByteSource {
  /// The origin of the bytes, for messages: `export.zip: apple_health_export/export.xml`.
  var name: String { get }
  /// The total number of bytes (unpacked); `nil` = not known in advance.
  var bytesTotal: Int64? { get }
  /// Writes the next bytes to the start of `buffer`, as many as are available (1 to `buffer.count`). Blocks until there
  /// is at least one.
  /// - Returns: the number of bytes written; 0 = end of the data.
  /// - Throws: `ImportError` when they can't be read, or don't match the archive's checksum.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}
