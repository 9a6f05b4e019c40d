import CZstd

/// The Zstandard format (RFC 8878) over libzstd, whole buffers in and out.
///
/// For JSON of records level 1 is as small as gzip's level 6 at a tenth of its time, so it is what both sides use when both know it.
package enum Zstd {
  /// A fault of compressed bytes.
  package enum Failure: Error, Sendable, Equatable {
    /// The bytes aren't Zstandard, or their checksum is wrong.
    case damaged
    /// The bytes end before the frame does.
    case truncated
    /// More than `limit` bytes would come out.
    case tooLarge(limit: Int)
    /// libzstd could not start or go on: no memory.
    case unavailable
  }

  /// Whether the bytes begin as a Zstandard frame does (RFC 8878, 3.1.1). Neither JSON nor gzip does.
  package static func isCompressed(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
  }

  /// The bytes compressed, with a checksum. The same bytes and level give the same result.
  ///
  /// - Parameter level: 1 (fast) to 19 (small).
  package static func compressed(_ bytes: [UInt8], level: Int32 = 1) throws(Failure) -> [UInt8] {
    guard let context = hs_ZSTD_createCCtx() else { throw .unavailable }
    defer { hs_ZSTD_freeCCtx(context) }
    hs_ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
    hs_ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    var failed = false
    let result = [UInt8](unsafeUninitializedCapacity: hs_ZSTD_compressBound(bytes.count)) { output, count in
      let written = bytes.withUnsafeBytes { hs_ZSTD_compress2(context, output.baseAddress, output.count, $0.baseAddress, $0.count) }
      failed = hs_ZSTD_isError(written) != 0
      count = failed ? 0 : written
    }
    if failed { throw .unavailable }
    return result
  }

  /// Returns the decompressed bytes; several frames in a row give one result (RFC 8878, 3.1).
  ///
  /// - Parameter limit: the largest number of bytes to return, so that a few kilobytes can't fill the memory. It bounds the window, too.
  package static func decompressed(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    guard !bytes.isEmpty else { throw .truncated }
    guard let context = hs_ZSTD_createDCtx() else { throw .unavailable }
    defer { hs_ZSTD_freeDCtx(context) }
    if let whole = wholeFrame(bytes, limit: limit, context: context) { return whole }
    hs_ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, windowLog(for: limit))
    var result: [UInt8] = []
    // A frame usually says how much is in it; believed no further than the limit.
    let size = bytes.withUnsafeBytes { hs_ZSTD_getFrameContentSize($0.baseAddress, $0.count) }
    if size != ZSTD_CONTENTSIZE_UNKNOWN, size != ZSTD_CONTENTSIZE_ERROR { result.reserveCapacity(Int(min(size, UInt64(limit)))) }
    var chunk = [UInt8](repeating: 0, count: hs_ZSTD_DStreamOutSize())
    let failure: Failure? = bytes.withUnsafeBytes { source in
      var input = ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
      while true {
        let (status, produced) = chunk.withUnsafeMutableBytes { target in
          var output = ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
          return (hs_ZSTD_decompressStream(context, &output, &input), output.pos)
        }
        if hs_ZSTD_isError(status) != 0 { return .damaged }
        guard result.count + produced <= limit else { return .tooLarge(limit: limit) }
        result.append(contentsOf: chunk[..<produced])
        // 0: a frame is complete and flushed. Else more input is wanted, or more room.
        if input.pos == input.size, status == 0 { return nil }
        if input.pos == input.size, produced < chunk.count { return .truncated }
      }
    }
    if let failure { throw failure }
    return result
  }

  /// Decompresses a single frame that states its size straight into the result: no window, no chunks, half the time of a stream. `nil` for
  /// everything else, damage included, which the stream reports.
  private static func wholeFrame(_ bytes: [UInt8], limit: Int, context: OpaquePointer) -> [UInt8]? {
    bytes.withUnsafeBytes { source in
      let size = hs_ZSTD_getFrameContentSize(source.baseAddress, source.count)
      guard size <= UInt64(limit), hs_ZSTD_findFrameCompressedSize(source.baseAddress, source.count) == source.count else { return nil }
      var isWhole = false
      let result = [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
        count = hs_ZSTD_decompressDCtx(context, target.baseAddress, target.count, source.baseAddress, source.count)
        isWhole = count == target.count
        if !isWhole { count = 0 }
      }
      return isWhole ? result : nil
    }
  }

  /// The smallest window, as a power of two, that holds `limit` bytes: 10 (1 KiB) to 27 (128 MiB), the bounds of libzstd's own default.
  private static func windowLog(for limit: Int) -> Int32 {
    Int32(min(27, max(10, Int.bitWidth - max(limit - 1, 1).leadingZeroBitCount)))
  }
}
