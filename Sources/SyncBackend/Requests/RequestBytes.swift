import Gzip
import Hummingbird

/// A request's body: read within the limits and unpacked.
enum RequestBytes {
  /// The whole body, unpacked if it says gzip.
  ///
  /// Throws 413 when it is larger than `limit` bytes, packed or not, 415 for an encoding other than gzip and identity, 400 for gzip that
  /// is damaged.
  static func read(_ request: Request, limit: Int) async throws -> [UInt8] {
    let isPacked = try isGzip(request.headers[.contentEncoding])
    let tooLarge = Refusal.tooLarge("a body may have \(limit) bytes")
    // Said before a byte of it is read.
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
    var bytes: [UInt8] = []
    for try await part in request.body {
      guard bytes.count + part.readableBytes <= limit else { throw tooLarge }
      bytes.append(contentsOf: part.readableBytesView)
    }
    guard isPacked else { return bytes }
    do {
      return try Gzip.decompressed(bytes, limit: limit)
    } catch .tooLarge {
      throw Refusal.tooLarge("an unpacked body may have \(limit) bytes")
    } catch {
      throw Refusal.badRequest("the body isn't gzip, or is damaged")
    }
  }

  private static func isGzip(_ encoding: String?) throws(Refusal) -> Bool {
    switch encoding?.lowercased() {
    case nil, "", "identity": return false
    case "gzip", "x-gzip": return true
    default:
      throw Refusal(
        .unsupportedMediaType, "unsupported_encoding", "bodies are taken as they are or as gzip",
        headers: [.acceptEncoding: "gzip, identity"])
    }
  }
}
