import Gzip
import Zstd

/// The coding of a request's body: `Content-Encoding`. A body says by its first bytes which it is, so that one which an earlier hsync left
/// behind keeps its own.
package enum BodyEncoding: String, Sendable, Codable, CaseIterable {
  /// As it is. JSON begins with neither of the others' bytes.
  case identity
  /// Level 6, which every backend understands: a batch of records becomes a seventh.
  case gzip
  /// Level 1: as small as gzip's level 6 at a tenth of its time.
  case zstd

  /// Which one these bytes are.
  package init(of bytes: [UInt8]) {
    self = Zstd.isCompressed(bytes) ? .zstd : Gzip.isCompressed(bytes) ? .gzip : .identity
  }

  /// The best one that a backend takes.
  ///
  /// - Parameters:
  ///   - listed: What the backend says it takes, by the header's names. `nil` = it hasn't said, or we haven't asked yet: gzip then.
  ///   - refusesPacked: Whether it answered 415 once: nothing is packed any more.
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

  /// What bytes that are packed like this hold.
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
