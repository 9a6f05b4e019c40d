import Hummingbird

extension Response {
  /// An answer of JSON text, packed when it is long enough to be worth it and the request takes one of `BodyEncoding`.
  init(json bytes: [UInt8], acceptedBy request: Request) throws {
    self.init(json: bytes)
    headers[.vary] = "Accept-Encoding"
    guard bytes.count > 1024, let encoding = BodyEncoding.preferred(by: request.headers[.acceptEncoding]) else { return }
    body = ResponseBody(byteBuffer: ByteBuffer(bytes: try encoding.packed(bytes)))
    headers[.contentEncoding] = encoding.rawValue
  }
}
