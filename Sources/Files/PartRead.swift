import Glibc

/// Reads what a descriptor has, as much as there is room for, whatever interrupts it.
///
/// - Returns: how many bytes; 0 = there are no more, negative = they can't be read, and `errno` says why.
package func readPart(of descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
  while true {
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}
