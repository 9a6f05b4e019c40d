import Gzip
import Zstd

/// The coding of a request's body: `Content-Encoding`. It is detected by the body's first bytes, so that a body left by
/// an earlier hsync keeps its own.
package enum BodyEncoding: String, Sendable, Codable, CaseIterable {
  /// As it is. JSON begins with neither of the others' bytes.
  case identity
  /// Level 6, which every backend understands: a batch of records becomes a seventh.
  case gzip
  /// Level 1: as small as gzip's level 6 at a tenth of its time.
  case zstd

  /// Detects the encoding of these bytes.
  package init(of bytes: [UInt8]) {
    self = Zstd.isCompressed(bytes) ? .zstd : Gzip.isCompressed(bytes) ? .gzip : .identity
  }

  /// Returns the best encoding that a backend accepts.
  ///
  /// - Parameters:
  ///   - listed: The encodings that the backend announced, by the header's names. `nil` = none announced, or not
  ///     queried yet: gzip then.
  ///   - refusesPacked: Whether it responded with 415 once: nothing is compressed any more.
  package static func best(listed: [String]?, refusesPacked: Bool) -> BodyEncoding {
    guard !refusesPacked else { return .identity }
    guard let listed else { return .gzip }
    return [zstd, gzip].first { listed.contains($0.rawValue) } ?? .identity
  }

  /// The value of `Content-Encoding`. `nil` = the header isn't sent.
  package var header: String? { self == .identity ? nil : rawValue }

  /// The bytes packed. The same bytes give the same result.
  package func packed(_ plain: [UInt8]) throws -> [UInt8] {
    switch self {
    case .identity: plain
    case .gzip: try Gzip.compressed(plain)
    case .zstd: try Zstd.compressed(plain)
    }
  }

  /// Returns the decompressed bytes.
  ///
  /// - Throws: When they are damaged, or hold more than 1 GiB.
  package func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    switch self {
    case .identity: bytes
    case .gzip: try Gzip.decompressed(bytes, limit: 1 << 30)
    case .zstd: try Zstd.decompressed(bytes, limit: 1 << 30)
    }
  }
}
