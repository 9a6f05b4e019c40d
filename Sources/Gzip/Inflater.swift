import CZlib

/// Unpacks a raw deflate stream (RFC 1951: no header, no checksum), as zip archives hold them, piece by piece.
package final class Inflater {
  /// What came of one step.
  package struct Step {
    /// How many bytes of the input were used up.
    package let read: Int
    /// How many bytes were written to the output.
    package let written: Int
    /// Whether the stream has ended.
    package let isAtEnd: Bool
  }

  /// zlib keeps a pointer to the stream it was started with, so it has a place of its own in memory.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Begins a stream. Throws `.unavailable` when there is no memory.
  package init() throws(Gzip.Failure) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // A negative window means a raw stream (zlib.h, `inflateInit2`).
    guard inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { throw .unavailable }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Unpacks from `input` to `output` until one of them is used up or the stream ends. Nothing read and nothing written means that
  /// there was too little of either.
  package func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(Gzip.Failure) -> Step {
    let (given, room) = (UInt32(clamping: input.count), UInt32(clamping: output.count))
    // zlib takes a mutable pointer for its input but only reads it.
    stream.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = given
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = room
    let status = inflate(stream, Z_NO_FLUSH)
    defer { (stream.pointee.next_in, stream.pointee.next_out) = (nil, nil) }
    switch status {
    case Z_OK, Z_BUF_ERROR, Z_STREAM_END:
      return Step(
        read: Int(given - stream.pointee.avail_in), written: Int(room - stream.pointee.avail_out), isAtEnd: status == Z_STREAM_END)
    case Z_MEM_ERROR: throw .unavailable
    default: throw .damaged
    }
  }
}

/// The checksum of zip and gzip (RFC 1952, 8), taken up piece by piece.
package struct CRC32: Sendable {
  /// Of all bytes so far; of "123456789" it is 0xCBF43926.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Takes up more bytes.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    // `crc32_z` takes a `nil` pointer for a wish to begin anew.
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start.assumingMemoryBound(to: UInt8.self), bytes.count))
  }
}
