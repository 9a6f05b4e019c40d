import HealthModel
import Transport

/// The meaning of answers without details, which is the same in each dialect that reads no more in them.
extension HTTPResponse {
  /// Whether the body is HTML: a captive portal or a sign-in page says 200, too, and has taken nothing.
  var isWebPage: Bool { body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<") }

  /// What a good status means: the whole batch was taken, unless the answer is a web page.
  var acceptance: PushVerdict {
    isWebPage ? .trouble(.garbage("the backend answered with a web page")) : .settled(PushAnswer())
  }

  /// What a good status means that comes with `{"accepted":0}` or, as the phone app's API counts, `{"synced":0}`: the receiver took nothing.
  /// `nil` = it doesn't say so, and has taken all.
  func nothingTaken(of flight: Flight) -> PushVerdict? {
    guard (200...299).contains(status), let json = JSON(answer: body), json["accepted"].int == 0 || json["synced"].int == 0 else {
      return nil
    }
    return .nothingTaken("the backend answered and took none of \(flight.records.count) records")
  }

  /// What 400 and 422 mean: the batch was refused, for what the body says in `code` and in `message` or `error`, if it says it.
  var refusal: PushVerdict {
    let said = JSON(answer: body) ?? .null
    let message = said["message"].said ?? said["error"].said ?? "refused by the backend (HTTP \(status))"
    return .refused(code: said["code"].said ?? "refused", message: message)
  }
}
