import Gzip

/// The bytes of a zip archive's member, unpacked from where they lie, without a word on whether they are right.
final class PackedBytes {
  /// Bytes that can't be unpacked.
  struct Damaged: Error {}

  /// Whether the packed stream has come to its own end.
  private(set) var isAtEnd = false
  /// The position of the next packed byte in the archive.
  var position: Int64 { place - Int64(filled - used + (inflater?.unusedBytes ?? 0)) }

  private let file: RandomAccessFile
  /// `nil` for a member that is stored as it is.
  private let inflater: Inflater?
  /// Packed bytes from the archive; `used` of the `filled` are unpacked already.
  private var input: [UInt8]
  private var used = 0
  private var filled = 0
  /// The positions of the packed bytes after those in `input`, and of their end.
  private var place: Int64
  private let end: Int64

  /// - Parameters:
  ///   - range: The position of the packed bytes in the archive.
  ///   - isDeflated: Whether they are compressed.
  init(_ file: RandomAccessFile, _ range: Range<Int64>, isDeflated: Bool) {
    self.file = file
    inflater = isDeflated ? Inflater() : nil
    // Few large reads cost less than many small ones; a small member needs no large window.
    input = [UInt8](repeating: 0, count: isDeflated ? Int(min(range.upperBound - range.lowerBound, 256 << 10)) : 0)
    place = range.lowerBound
    end = range.upperBound
  }

  /// Fills the buffer as far as possible. Returns the number of bytes; 0 at the end.
  ///
  /// - Throws: `Damaged`, and the errors of reading the archive.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard let inflater else { return try copy(into: buffer) }
    var written = 0
    while written < buffer.count, !isAtEnd {
      if used == filled { try refill() }
      let step: Inflater.Step
      do {
        step = try input.withUnsafeBytes {
          try inflater.step(
            UnsafeRawBufferPointer(rebasing: $0[used..<filled]), into: UnsafeMutableRawBufferPointer(rebasing: buffer[written...]))
        }
      } catch {
        throw Damaged()
      }
      used += step.read
      written += step.written
      isAtEnd = step.isAtEnd
      if step.read == 0 && step.written == 0 { break }
    }
    return written
  }

  private func copy(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let wanted = Int(min(Int64(buffer.count), end - place))
    let count = try file.read(at: place, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
    place += Int64(count)
    isAtEnd = place == end
    return count
  }

  private func refill() throws {
    let wanted = Int(min(Int64(input.count), end - place))
    filled = try input.withUnsafeMutableBytes { try file.read(at: place, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted])) }
    used = 0
    place += Int64(filled)
  }
}
