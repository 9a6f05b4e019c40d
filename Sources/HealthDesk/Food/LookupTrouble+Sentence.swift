import HealthModel
import Products

extension LookupTrouble {
  /// The trouble in lower case, with times as `clock` shows them: `the limit of requests is reached until 12:04`.
  package func sentence(by clock: any WallClock) -> String {
    switch self {
    case .offline: "offline"
    case .limited(let untilMs): "the limit of requests is reached until \(clock.moment(atMs: untilMs).clock)"
    case .temporary(let sentence, let retryAtMs?): "\(sentence); try again after \(clock.moment(atMs: retryAtMs).clock)"
    case .temporary(let sentence, nil), .refused(let sentence): sentence
    }
  }

  /// The HTTP status of the answer, which the source's sentence has in brackets; `nil` when there was no answer.
  package var httpStatus: Int? {
    switch self {
    case .offline, .limited: return nil
    case .temporary(let sentence, _), .refused(let sentence):
      guard let open = sentence.lastIndex(of: "(") else { return nil }
      let digits = sentence[sentence.index(after: open)...].prefix { $0 != ")" }
      return digits.count == 3 ? Int(digits) : nil
    }
  }

  /// The kind: `.unavailable` for a refusal, which lasts until the user does something; `.tryAgain` for the rest.
  package var kind: ErrorKind { if case .refused = self { .unavailable } else { .tryAgain } }
}
