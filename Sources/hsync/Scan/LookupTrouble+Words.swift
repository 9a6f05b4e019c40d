import HealthModel
import Products

extension LookupTrouble {
  /// What is the matter, in lower case.
  var sentence: String {
    switch self {
    case .offline: "offline"
    case .limited(let untilMs): "the limit of requests is reached until \(LocalClock.moment(atMs: untilMs).clock)"
    case .temporary(let sentence, let retryAtMs?): "\(sentence); try again after \(LocalClock.moment(atMs: retryAtMs).clock)"
    case .temporary(let sentence, nil), .refused(let sentence): sentence
    }
  }

  /// The status of the answer that was the trouble, which stands in brackets in the sentence; `nil` = there was no answer.
  var httpStatus: Int? {
    guard let open = sentence.lastIndex(of: "(") else { return nil }
    let digits = sentence[sentence.index(after: open)...].prefix { $0 != ")" }
    return digits.count == 3 ? Int(digits) : nil
  }

  /// Which exit code it is: a refusal stays one until somebody does something, the rest passes.
  var kind: ErrorKind { if case .refused = self { .unavailable } else { .tryAgain } }
}
