import HealthModel
import Transport

extension BackendProbe.Standing {
  /// What the answer to a POST that holds nothing tells, sent to an address that takes POSTs: whether it is such an address. `nil` = it is; it
  /// may have refused what it got.
  ///
  /// - Parameter place: What ought to be there: `POST /food/log`.
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
