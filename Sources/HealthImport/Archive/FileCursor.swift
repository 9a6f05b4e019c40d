/// A plain file from its beginning to its end; several can go through one file at once.
final class FileCursor: ByteSource {
  var name: String { file.name }
  var bytesTotal: Int64? { file.bytes }

  private let file: RandomAccessFile
  private var position: Int64 = 0

  /// Stands at the beginning.
  init(_ file: RandomAccessFile) { self.file = file }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try file.read(at: position, into: buffer)
    position += Int64(count)
    return count
  }
}
