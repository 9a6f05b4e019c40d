import HealthModel

@testable import HealthImport

/// Bytes from memory, a few at a time.
struct MemorySource: ByteSource {
  let name: String
  private let bytes: [UInt8]
  private let piece: Int
  private var cursor = 0

  /// - Parameter piece: so many bytes are given at a time.
  init(_ bytes: [UInt8], name: String = "test.xml", piece: Int = .max) {
    self.bytes = bytes
    self.name = name
    self.piece = piece
  }

  init(_ text: String, name: String = "test.xml", piece: Int = .max) { self.init(Array(text.utf8), name: name, piece: piece) }

  var bytesTotal: Int64? { Int64(bytes.count) }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, piece, bytes.count - cursor)
    buffer.copyBytes(from: bytes[cursor..<cursor + count])
    cursor += count
    return count
  }
}

/// Gives `work` the text as the scanner would.
func withByteText<T>(_ text: String, _ work: (ByteText) throws -> T) rethrows -> T {
  try withByteText(Array(text.utf8), work)
}

/// Gives `work` the bytes as the scanner would.
func withByteText<T>(_ bytes: [UInt8], _ work: (ByteText) throws -> T) rethrows -> T {
  try (bytes + [UInt8](repeating: 0, count: 8)).withUnsafeBufferPointer {
    try work(ByteText(start: $0.baseAddress!, count: bytes.count))
  }
}
