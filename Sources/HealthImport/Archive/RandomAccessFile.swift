import Glibc

/// A plain file that is read here and there, by several readers at once.
final class RandomAccessFile {
  /// The name in messages.
  let name: String
  let bytes: Int64
  private let descriptor: Int32

  /// Opens a file. Throws `.notFound`, `.unreadable`.
  convenience init(path: String, name: String) throws(ImportError) {
    try self.init(descriptor: open(path, O_RDONLY | O_CLOEXEC), name: name)
  }

  /// Takes over a descriptor. If it is negative, throws the error of `errno`.
  init(descriptor: Int32, name: String) throws(ImportError) {
    self.descriptor = descriptor
    self.name = name
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      bytes = 0
      throw FileSource.failure(errno, name)
    }
    bytes = Int64(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Fills the buffer from `offset` on: how many bytes there were, fewer than the buffer holds only at the end of the file.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = pread(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, off_t(offset) + filled)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileSource.failure(errno, name) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// `count` bytes from `offset` on, fewer at the end of the file.
  func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try ImportError.typed(name) { try bytes.withUnsafeMutableBytes { try read(at: offset, into: $0) } }
    return Array(bytes.prefix(filled))
  }
}
