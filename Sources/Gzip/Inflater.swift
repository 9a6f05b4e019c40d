import CISAL

/// Unpacks a raw deflate stream (RFC 1951: no header, no checksum), as zip archives hold them, piece by piece.
///
/// By Intel's ISA-L, which takes two fifths of zlib's time for a health export, and a tenth for its checksum (515 MB: 0.13 s for both, zlib
/// 0.46 s). zlib, which makes smaller streams, packs what is sent.
package final class Inflater {
  /// The result of one step.
  package struct Step {
    /// The number of input bytes consumed.
    package let read: Int
    /// The number of bytes written to the output.
    package let written: Int
    /// Whether the stream has ended.
    package let isAtEnd: Bool
  }

  /// 90 KiB with the window; `isal_inflate_init` fills it.
  private let state: UnsafeMutablePointer<inflate_state>

  /// Begins a stream.
  package init() {
    state = .allocate(capacity: 1)
    hs_isal_inflate_init(state)
    state.pointee.crc_flag = UInt32(ISAL_DEFLATE)
  }

  deinit { state.deallocate() }

  /// Bytes that were taken from the input and not used yet, 0–8; after the end of the stream they are what lies behind it.
  package var unusedBytes: Int { Int(state.pointee.read_in_length) / 8 }

  /// Unpacks from `input` to `output` until one of them is used up or the stream ends. Nothing read and nothing written means that
  /// there was too little of either.
  /// - Throws: `.damaged` when it is no deflate stream (any more).
  package func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(Gzip.Failure) -> Step {
    let (given, room) = (UInt32(clamping: input.count), UInt32(clamping: output.count))
    // A mutable pointer is asked for, but the input is only read.
    state.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    state.pointee.avail_in = given
    state.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    state.pointee.avail_out = room
    guard hs_isal_inflate(state) >= 0 else { throw .damaged }
    defer { (state.pointee.next_in, state.pointee.next_out) = (nil, nil) }
    return Step(
      read: Int(given) - Int(state.pointee.avail_in), written: Int(room) - Int(state.pointee.avail_out),
      isAtEnd: state.pointee.block_state == ISAL_BLOCK_FINISH)
  }
}

/// The checksum of zip and gzip (RFC 1952, 8), taken up piece by piece.
package struct CRC32: Sendable {
  /// Of all bytes so far; of "123456789" it is 0xCBF43926.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Takes up more bytes.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    value = hs_crc32_gzip_refl(value, start.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
  }
}
