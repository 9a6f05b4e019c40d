import HTTPTypes
import HealthModel
import Hummingbird

/// The refusal of an app's request, as a sentence in JSON.
struct IngestRefusal: Error, Sendable {
  let status: HTTPResponse.Status
  let sentence: String
  var headers: HTTPFields = [:]

  static let wrongHost = IngestRefusal(
    status: .misdirectedRequest,
    sentence: "This server answers under 127.0.0.1 and localhost with its port, and under the address that hsync serve printed.")
  static let wrongToken = IngestRefusal(
    status: .unauthorized,
    sentence: "The request has no valid token: create one on the Settings page, and send it as Authorization: Bearer TOKEN.",
    headers: [.wwwAuthenticate: "Bearer"])
  static let cutOff = IngestRefusal(status: .badRequest, sentence: "The body was incomplete; nothing was imported.")

  static func wrongType(_ expected: String) -> IngestRefusal {
    IngestRefusal(status: .unsupportedMediaType, sentence: "The body must be \(expected).")
  }

  static func tooLarge(_ bytes: Int) -> IngestRefusal {
    IngestRefusal(status: .contentTooLarge, sentence: "The body is larger than \(bytes / 1_000_000) MB; send less at a time.")
  }

  static func unusable(_ sentence: String) -> IngestRefusal { IngestRefusal(status: .unprocessableContent, sentence: sentence) }

  /// The refusal of a request with another method.
  static let wrongMethod = IngestRefusal(
    status: .methodNotAllowed, sentence: "This address takes data sent with POST.", headers: [.allow: "POST"])

  /// Creates the refusal for an error of the import. A temporary one says when to try again.
  init(_ error: any UserFacingError) {
    let advice = IngestRefusal.advice(on: error).map { " \($0.sentence)" } ?? ""
    self.init(status: Refusal(error).status, sentence: "\(error.message.sentence)\(advice)")
    if error.kind == .tryAgain { headers[.retryAfter] = "30" }
  }

  init(status: HTTPResponse.Status, sentence: String, headers: HTTPFields = [:]) {
    (self.status, self.sentence, self.headers) = (status, sentence, headers)
  }

  /// The advice that an app can follow: it can't keep a part of what it sent, which is an option of a command.
  private static func advice(on error: any UserFacingError) -> String? {
    error.hint?.parts.contains(.remedy(.keepPartial)) == true ? "nothing was imported; send it again" : error.advice
  }

  var response: Response {
    var response = Response.json(.object([("error", .string(sentence))]), status)
    response.headers.append(contentsOf: headers)
    return response
  }
}

extension Response {
  /// A document.
  static func json(_ json: JSON, _ status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: ByteBuffer(string: json.text + "\n")))
  }
}
