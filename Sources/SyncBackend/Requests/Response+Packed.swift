import Gzip
import Hummingbird

extension Response {
  /// An answer of JSON text, packed when it is long enough to be worth it and the request takes gzip.
  init(json bytes: [UInt8], acceptedBy request: Request) throws {
    self.init(json: bytes)
    headers[.vary] = "Accept-Encoding"
    guard bytes.count > 1024, Response.takesGzip(request.headers[.acceptEncoding]) else { return }
    // Level 1: a page is packed while its reader waits, and JSON of records shrinks to a sixth already.
    body = ResponseBody(byteBuffer: ByteBuffer(bytes: try Gzip.compressed(bytes, level: 1)))
    headers[.contentEncoding] = "gzip"
  }

  /// Whether an `Accept-Encoding` names gzip without refusing it (`gzip;q=0`).
  private static func takesGzip(_ accepted: String?) -> Bool {
    guard let accepted else { return false }
    return accepted.split(separator: ",").contains { part in
      let words = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      return words.first == "gzip" && !words.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
    }
  }
}
