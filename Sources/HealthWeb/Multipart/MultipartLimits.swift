/// The most that a body of several parts may have.
struct MultipartLimits: Sendable, Equatable {
  /// Bytes of the whole body: 100 MB.
  var bodyBytes = 100_000_000
  /// Bytes of a file: 30 MB.
  var fileBytes = 30_000_000
  /// Bytes of a field that isn't a file.
  var fieldBytes = 16 << 10
  /// Parts: 20 photos and the other fields.
  var parts = 40
  /// Bytes of the head of a part.
  var headBytes = 8 << 10
}

/// The ways in which a multipart body can be malformed or too large.
enum MultipartFault: Error, Sendable, Equatable {
  /// The request has another type, or no boundary.
  case notMultipart
  /// Its boundaries or heads are malformed.
  case malformed
  /// Its end is missing.
  case cutOff
  case headTooLarge
  case partTooLarge
  case bodyTooLarge
  case tooManyParts
}
