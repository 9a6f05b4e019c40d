import Hummingbird
import NIOHTTP1

/// A request's body: read within the limits, as it was sent.
enum RequestBytes {
  /// Reads the whole body.
  ///
  /// Throws 413 when it is larger than `limit` bytes, and 400 when it is truncated.
  ///
  /// - Parameter hold: called with the byte count of each part before it is stored. An error from it ends the reading.
  static func read(_ request: Request, limit: Int, hold: (Int) throws(Refusal) -> Void = { _ in }) async throws -> [UInt8] {
    let tooLarge = Refusal.tooLarge("a body may have \(limit) bytes")
    // Said before a byte of it is read.
    if let length = request.headers[.contentLength], Bounded.count(length).map({ $0 > limit }) ?? true { throw tooLarge }
    var bytes: [UInt8] = []
    var parts = request.body.makeAsyncIterator()
    while let part = try await next(&parts) {
      guard part.readableBytes <= limit - bytes.count else { throw tooLarge }
      try hold(part.readableBytes)
      part.withUnsafeReadableBytes { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// The next part. Whatever ends it early is the client's doing, or that of the way to it.
  private static func next(_ parts: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
    do {
      return try await parts.next()
    } catch let error as HTTPParserError {
      throw error  // Answered by the connection itself, with 400 and its end.
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw Refusal.badRequest("the body broke off")
    }
  }
}
