import Hummingbird

/// A form with files (`multipart/form-data`), read as it comes.
enum Upload {
  /// Reads the body of a request.
  ///
  /// - Parameter file: Called with the field, the name and the bytes of each file that isn't empty, in their order; the next one isn't read before it
  ///   returns.
  /// - Returns: The fields that are no files.
  /// - Throws: `Refusal` for what is no such form or is too large, what `file` throws, or what ends the connection.
  static func read(
    _ request: Request, limits: MultipartLimits = MultipartLimits(),
    file: (_ field: String, _ name: String, _ bytes: [UInt8]) async throws -> Void
  ) async throws -> Form {
    var fields: [String: String] = [:]
    do {
      var reader = try MultipartReader(contentType: request.headers[.contentType], limits: limits)
      var part: (head: MultipartHead, bytes: [UInt8])?
      for try await buffer in request.body {
        for event in try reader.take(buffer.readableBytesView) {
          switch event {
          case .part(let head): part = (head, [])
          case .content(let bytes): part?.bytes += bytes
          case .end:
            guard let (head, bytes) = part else { continue }
            part = nil
            if let name = head.fileName {
              if !bytes.isEmpty { try await file(head.name, name, bytes) }
            } else {
              guard let text = String(validating: bytes, as: UTF8.self), fields.updateValue(text, forKey: head.name) == nil else {
                throw MultipartFault.malformed
              }
            }
          }
        }
      }
      try reader.finish()
    } catch let fault as MultipartFault {
      throw refusal(fault, limits)
    }
    return Form(fields)
  }

  private static func refusal(_ fault: MultipartFault, _ limits: MultipartLimits) -> Refusal {
    switch fault {
    case .notMultipart, .malformed, .headTooLarge: .badForm
    case .cutOff:
      Refusal(
        status: .badRequest, title: "The upload was cut off",
        message: "Nothing was logged. Go <a href=\"/scan\">back to scan</a> and send it again.")
    case .partTooLarge: tooLarge("A photo may have \(limits.fileBytes / 1_000_000) MB.")
    case .bodyTooLarge: tooLarge("All photos together may have \(limits.bodyBytes / 1_000_000) MB.")
    case .tooManyParts: tooLarge("Send at most \(SentPhoto.most) photos at a time.")
    }
  }

  static func tooLarge(_ sentence: String) -> Refusal {
    Refusal(
      status: .contentTooLarge, title: "The upload is too large",
      message: "\(sentence) Nothing was logged. <a href=\"/scan\">Back to the scanner</a>")
  }
}
