import CISAL

/// Unpacks a gzip file (RFC 1952) piece by piece, with all of its members, in constant memory.
package final class GzipReader {
  /// Fills a buffer with packed bytes. Returns the number of bytes; 0 = there are no more.
  package typealias Source = (UnsafeMutableRawBufferPointer) throws -> Int

  private enum Place { case betweenMembers, inMember(Inflater), atEnd }

  /// Bytes before the packed ones, for those that the inflater took and gives back.
  private static let kept = 8

  private let source: Source
  private var input: [UInt8]
  private var used = GzipReader.kept
  private var filled = GzipReader.kept
  private var place = Place.betweenMembers
  private var isFirst = true
  private var checksum = CRC32()
  private var length: UInt32 = 0

  /// Stands at the beginning of a file.
  package init(_ source: @escaping Source) {
    self.source = source
    input = [UInt8](repeating: 0, count: GzipReader.kept + 256 << 10)
  }

  /// Fills the buffer as far as one step goes. Returns the number of bytes; 0 at the end of the file.
  ///
  /// - Throws: `Gzip.Failure`, and what the source throws.
  package func read(into output: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      switch place {
      case .atEnd: return 0
      case .betweenMembers: place = try header() ? .inMember(Inflater()) : .atEnd
      case .inMember(let inflater):
        let written = try step(inflater, output)
        if written > 0 { return written }
      }
    }
  }

  private func step(_ inflater: Inflater, _ output: UnsafeMutableRawBufferPointer) throws -> Int {
    if used == filled { try refill() }
    let hasInput = used < filled
    let step = try input.withUnsafeBytes { try inflater.step(UnsafeRawBufferPointer(rebasing: $0[used..<filled]), into: output) }
    used += step.read
    let written = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output)[..<step.written])
    checksum.add(written)
    length &+= UInt32(truncatingIfNeeded: step.written)
    if step.isAtEnd {
      used -= inflater.unusedBytes
      try trailer()
    } else if step.read == 0 && step.written == 0 {
      throw hasInput ? Gzip.Failure.damaged : .truncated
    }
    return step.written
  }

  /// Passes a member's header. `false` = the file ends, or zeros follow, as on tapes.
  private func header() throws -> Bool {
    guard let first = try next(), isFirst || first != 0 else { return false }
    guard first == 0x1F, try byte() == 0x8B, try byte() == 8 else { throw Gzip.Failure.damaged }
    isFirst = false
    let flags = try byte()
    try skip(6)
    if flags & 4 != 0 { try skip(Int(try byte()) | Int(try byte()) << 8) }
    if flags & 8 != 0 { while try byte() != 0 {} }
    if flags & 16 != 0 { while try byte() != 0 {} }
    if flags & 2 != 0 { try skip(2) }
    checksum = CRC32()
    length = 0
    return true
  }

  /// Checks the end of a member.
  private func trailer() throws {
    guard try number() == checksum.value, try number() == length else { throw Gzip.Failure.damaged }
    place = .betweenMembers
  }

  private func number() throws -> UInt32 {
    var value: UInt32 = 0
    for shift in [0, 8, 16, 24] as [UInt32] { value |= UInt32(try byte()) << shift }
    return value
  }

  private func skip(_ count: Int) throws { for _ in 0..<count { _ = try byte() } }

  private func byte() throws -> UInt8 {
    guard let byte = try next() else { throw Gzip.Failure.truncated }
    return byte
  }

  private func next() throws -> UInt8? {
    if used == filled { try refill() }
    guard used < filled else { return nil }
    defer { used += 1 }
    return input[used]
  }

  private func refill() throws {
    let kept = GzipReader.kept
    for index in 0..<kept { input[index] = input[filled - kept + index] }
    let count = try input.withUnsafeMutableBytes { try source(UnsafeMutableRawBufferPointer(rebasing: $0[kept...])) }
    used = kept
    filled = kept + count
  }
}
