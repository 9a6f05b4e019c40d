import Glibc

/// Writes all of the bytes to a descriptor, however many calls that takes and whatever interrupts them.
///
/// - Returns: `false` when that can't be done; `errno` then says why.
package func writeWhole(_ bytes: [UInt8], to descriptor: Int32) -> Bool { writeWhole(bytes[...], to: descriptor) }

/// The same for a part of an array.
package func writeWhole(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { writeWhole($0, to: descriptor) }
}

/// The same for bytes in memory.
package func writeWhole(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  var written = 0
  while written < bytes.count {
    let count = write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    written += count
  }
  return true
}
