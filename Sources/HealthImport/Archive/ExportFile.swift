/// A file of an export, in an archive or a folder, that can be opened as often as one likes.
struct ExportFile {
  /// The path inside the archive or folder, without a slash at its beginning: `apple_health_export/export.xml`.
  let path: String
  /// Unpacked size; what the directory claims.
  let bytes: Int64
  /// Opens it at its beginning.
  let open: () throws(ImportError) -> any ByteSource

  init(path: String, bytes: Int64, open: @escaping () throws(ImportError) -> any ByteSource) {
    self.path = path
    self.bytes = bytes
    self.open = open
  }

  /// The folder it lies in, with a slash at its end; empty for the top.
  var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// Returns the kind of content by its first bytes. Throws the errors of opening and reading.
  func kind() throws(ImportError) -> ContentKind {
    var source = try open()
    return ContentKind(ofHead: try source.head())
  }
}

extension ByteSource {
  /// Returns the first bytes, as many as `ContentKind` examines; fewer only at the end of the file.
  mutating func head() throws(ImportError) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: ContentKind.headBytes)
    var count = 0
    try ImportError.typed(name) {
      try head.withUnsafeMutableBytes { buffer in
        while count < buffer.count {
          let more = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
          guard more > 0 else { return }
          count += more
        }
      }
    }
    return Array(head.prefix(count))
  }
}
