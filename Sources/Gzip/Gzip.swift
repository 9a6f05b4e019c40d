import CZlib

/// The gzip format (RFC 1952) over zlib, whole buffers in and out.
package enum Gzip {
  /// A fault of compressed bytes.
  package enum Failure: Error, Sendable, Equatable {
    /// The bytes aren't gzip, or their checksum is wrong.
    case damaged
    /// The bytes end before the stream does.
    case truncated
    /// More than `limit` bytes would come out.
    case tooLarge(limit: Int)
    /// zlib could not start or go on: no memory.
    case unavailable
  }

  /// Whether the bytes begin as gzip does (RFC 1952, 2.3.1). JSON never does.
  package static func isCompressed(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  /// The bytes compressed. The same bytes and level give the same result: the header holds no time and no name.
  ///
  /// - Parameter level: 1 (fast) to 9 (small). 6 is the default of gzip itself.
  package static func compressed(_ bytes: [UInt8], level: Int32 = 6) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    guard
      hs_deflateInit2_(
        &stream, level, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .unavailable }
    defer { hs_deflateEnd(&stream) }
    let bound = Int(hs_deflateBound(&stream, UInt(bytes.count)))
    var status = Z_OK
    let result = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      bytes.withUnsafeBufferPointer { input in
        // zlib takes a mutable pointer for its input but only reads it.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: bound)
        status = hs_deflate(&stream, Z_FINISH)
        count = bound - Int(stream.avail_out)
      }
    }
    guard status == Z_STREAM_END else { throw .unavailable }
    return result
  }

  /// Returns the decompressed bytes; several members in a row give one result (RFC 1952, 2.2).
  ///
  /// - Parameter limit: the largest number of bytes to return, so that a few kilobytes can't fill the memory.
  package static func decompressed(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    guard !bytes.isEmpty else { throw .truncated }
    var stream = z_stream()
    guard hs_inflateInit2_(&stream, gzipWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { throw .unavailable }
    defer { hs_inflateEnd(&stream) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let failure: Failure? = bytes.withUnsafeBufferPointer { input in
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(clamping: input.count)
      while true {
        let (status, produced) = chunk.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          let status = hs_inflate(&stream, Z_NO_FLUSH)
          return (status, output.count - Int(stream.avail_out))
        }
        guard result.count + produced <= limit else { return .tooLarge(limit: limit) }
        result.append(contentsOf: chunk[..<produced])
        switch status {
        case Z_OK: continue
        case Z_STREAM_END where stream.avail_in == 0: return nil
        case Z_STREAM_END: if hs_inflateReset(&stream) != Z_OK { return .unavailable }
        case Z_BUF_ERROR: return .truncated
        case Z_MEM_ERROR: return .unavailable
        default: return .damaged
        }
      }
    }
    if let failure { throw failure }
    return result
  }

  /// 15 bits of window, plus 16 for the gzip wrapper (zlib.h, `deflateInit2`).
  private static let gzipWindow: Int32 = 15 + 16
}
