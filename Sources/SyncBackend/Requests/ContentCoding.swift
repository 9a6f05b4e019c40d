import Gzip
import Zstd

/// The codings of bodies in both directions, beside `identity`.
enum ContentCoding: String, CaseIterable, Sendable {
  /// RFC 8878. Listed first, as the better one: as small as gzip at a tenth of its time.
  case zstd
  /// RFC 1952.
  case gzip

  /// All names in the order of preference: `limits.encodings` of an answer, and the `Accept-Encoding` of a 415.
  static let names = allCases.map(\.rawValue)

  /// The encoding that a `Content-Encoding` names; `nil` for identity. Throws 415 for any other, and for several at once.
  static func named(_ name: String?) throws(Refusal) -> ContentCoding? {
    switch name?.lowercased() {
    case nil, "", "identity": return nil
    case "x-gzip": return .gzip  // An old name of the same (RFC 9110, 8.4.1.3).
    case let name?:
      if let encoding = ContentCoding(rawValue: name) { return encoding }
      throw Refusal(
        .unsupportedMediaType, "unsupported_encoding", "bodies are taken as they are or as \(names.joined(separator: " or "))",
        headers: [.acceptEncoding: (names + ["identity"]).joined(separator: ", ")])
    }
  }

  /// Returns the encoding of the response to a request with this `Accept-Encoding`; `nil` when it names none of the
  /// supported ones.
  ///
  /// The one with the larger weight wins (RFC 9110, 12.4.2); the server chooses when weights are equal. `*` isn't taken
  /// as accepting any encoding.
  static func preferred(by accepted: String?) -> ContentCoding? {
    var best: (encoding: ContentCoding, weight: Double)?
    let weights = weights(in: accepted ?? "")
    for encoding in allCases {
      guard let weight = weights[encoding.rawValue], weight > best?.weight ?? 0 else { continue }
      best = (encoding, weight)
    }
    return best?.encoding
  }

  /// Returns the bytes compressed with this encoding, at a fast level: the client is waiting, and JSON of records
  /// shrinks to a sixth at the lowest level already.
  func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    switch self {
    case .zstd: try Zstd.compressed(bytes, level: 1)
    case .gzip: try Gzip.compressed(bytes, level: 1)
    }
  }

  /// Returns the decompressed bytes. Throws 413 for more than `limit` bytes, 400 for damaged or truncated data.
  func unpacked(_ bytes: [UInt8], limit: Int) throws(Refusal) -> [UInt8] {
    do {
      switch self {
      case .zstd: return try Zstd.decompressed(bytes, limit: limit)
      case .gzip: return try Gzip.decompressed(bytes, limit: limit)
      }
    } catch Zstd.Failure.tooLarge, Gzip.Failure.tooLarge {
      throw Refusal.tooLarge("an unpacked body may have \(limit) bytes")
    } catch {
      throw Refusal.badRequest("the body isn't \(rawValue), or is damaged")
    }
  }

  private static func weights(in accepted: String) -> [String: Double] {
    var weights: [String: Double] = [:]
    for part in accepted.split(separator: ",") {
      let words = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      guard let name = words.first else { continue }
      let weight = words.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
      weights[name] = weight ?? 1
    }
    return weights
  }
}
