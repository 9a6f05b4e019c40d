import Hummingbird

/// JSON text, packed when it is long enough to be worth it and the request takes one of `ContentCoding`.
struct PackedAnswer: Sendable {
  /// The bytes to send.
  let bytes: [UInt8]
  private let encoding: ContentCoding?

  /// Compresses it according to the request's `Accept-Encoding`.
  init(json: [UInt8], acceptedBy request: Request) throws {
    encoding = json.count > 1024 ? ContentCoding.preferred(by: request.headers[.acceptEncoding]) : nil
    bytes = try encoding?.packed(json) ?? json
  }

  /// The answer whose body sends the bytes.
  func response(_ body: ResponseBody) -> Response {
    var headers: HTTPFields = [.contentType: "application/json", .vary: "Accept-Encoding"]
    if let encoding { headers[.contentEncoding] = encoding.rawValue }
    return Response(status: .ok, headers: headers, body: body)
  }
}
