import HealthModel
import Transport

/// The meaning of answers without details, which is the same in each dialect that reads no more in them.
extension HTTPResponse {
  /// Whether the body is HTML: a captive portal or a sign-in page also responds with 200, but has stored nothing.
  var isWebPage: Bool { body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<") }

  /// The verdict for a success status: the whole batch was accepted, unless the response is a web page.
  var acceptance: PushVerdict {
    isWebPage ? .trouble(.garbage("the backend answered with a web page")) : .settled(PushAnswer())
  }

  /// Returns the verdict for a success status with `{"accepted":0}` or, in the phone app's API, `{"synced":0}`: the
  /// receiver stored nothing. `nil` = there is no such count, and all was accepted.
  func nothingTaken(of flight: Flight) -> PushVerdict? {
    guard (200...299).contains(status), let json = JSON(answer: body), json["accepted"].int == 0 || json["synced"].int == 0 else {
      return nil
    }
    return .nothingTaken("the backend answered and took none of \(flight.records.count) records")
  }

  /// The verdict for 400 and 422: the batch was rejected, with the body's `code` and `message` or `error`, if it has
  /// them.
  var refusal: PushVerdict {
    let said = JSON(answer: body) ?? .null
    let message = said["message"].said ?? said["error"].said ?? "refused by the backend (HTTP \(status))"
    return .refused(code: said["code"].said ?? "refused", message: message)
  }
}
