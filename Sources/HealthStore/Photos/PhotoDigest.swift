import Digests
import Files
import FoundationEssentials
import Glibc
import HealthModel

/// The identity of a photo, whatever its name: the SHA-256 of its bytes.
package struct PhotoDigest: Sendable, Hashable {
  /// 32 bytes.
  let bytes: Data

  /// In 64 hexadecimal digits.
  package var text: String { Hexadecimal.text(bytes) }

  /// Of bytes in memory.
  package init(of bytes: [UInt8]) { self.bytes = Data(SHA256.of(bytes)) }

  /// Of a file, a piece of it at a time. `nil` when it can't be read.
  package init?(ofFile path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let hash = SHA256()
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = piece.withUnsafeMutableBytes { bytes in
        let count = readPart(of: descriptor, into: bytes)
        if count > 0 { hash.add(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
        return count
      }
      guard count >= 0 else { return nil }
      if count == 0 { break }
    }
    bytes = Data(hash.digest())
  }
}
