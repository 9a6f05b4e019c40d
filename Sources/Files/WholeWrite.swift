import Glibc

/// Writes all of the bytes to a descriptor, however many calls that takes and whatever interrupts them.
///
/// - Returns: `false` when that can't be done; `errno` then says why.
package func writeWhole(_ bytes: [UInt8], to descriptor: Int32) -> Bool { writeWhole(bytes[...], to: descriptor) }

/// The same for a part of an array.
package func writeWhole(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
