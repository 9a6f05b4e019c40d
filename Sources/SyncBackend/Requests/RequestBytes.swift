import Hummingbird

/// A request's body: read within the limits and unpacked.
enum RequestBytes {
  /// The whole body, unpacked if it says so.
  ///
  /// Throws 413 when it is larger than `limit` bytes, packed or not, 415 for an encoding that isn't one of `BodyEncoding`, 400 for one that
  /// is damaged.
  static func read(_ request: Request, limit: Int) async throws -> [UInt8] {
    let encoding = try BodyEncoding.named(request.headers[.contentEncoding])
    let tooLarge = Refusal.tooLarge("a body may have \(limit) bytes")
    let length = request.headers[.contentLength].flatMap { Int($0) }
    // Said before a byte of it is read.
    if let length, length > limit { throw tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length ?? 0)
    for try await part in request.body {
      guard bytes.count + part.readableBytes <= limit else { throw tooLarge }
      part.withUnsafeReadableBytes { bytes.append(contentsOf: $0) }
    }
    return try encoding?.unpacked(bytes, limit: limit) ?? bytes
  }
}
