import Hummingbird

extension Request {
  /// The media type of the body without its parameters, in lower case; empty = the request names none.
  var mediaType: String { headers[.contentType].flatMap { HeaderValue($0) }?.value.lowercased() ?? "" }

  /// Whether the body isn't compressed.
  var isPlain: Bool { ["", "identity"].contains(headers[.contentEncoding]?.lowercased() ?? "") }
}
