import HealthModel
import Transport

extension BackendProbe.Standing {
  /// Interprets the response to an empty POST: whether the address is the expected endpoint. `nil` = it is, even if it
  /// rejected the request.
  ///
  /// - Parameter place: The expected endpoint: `POST /food/log`.
  init?(ofEmptyPost response: HTTPResponse, to place: String, nowMs: Int64) {
    switch response.status {
    case 404, 405, 410, 501:
      self = .trouble(Trouble.misplaced("there is no \(place) at that address (HTTP \(response.status))").error)
    case 200...299, 400, 409, 413, 415, 422:
      guard response.isWebPage else { return nil }
      self = .trouble(Trouble.misplaced("there is no \(place) at that address: it answered with a web page").error)
    default: self = .trouble(Trouble(response, nowMs: nowMs).error)
    }
  }
}
