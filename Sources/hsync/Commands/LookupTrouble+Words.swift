import FoodScan
import HealthModel

extension LookupTrouble {
  /// What is the matter, in lower case.
  var sentence: String {
    switch self {
    case .offline: "offline"
    case .limited(let untilMs): "the limit of requests is reached until \(LocalClock.moment(atMs: untilMs).clock)"
    case .temporary(let sentence, let retryAtMs?): "\(sentence), next try at \(LocalClock.moment(atMs: retryAtMs).clock)"
    case .temporary(let sentence, nil), .refused(let sentence): sentence
    }
  }

  /// Which exit code it is: a refusal stays one until somebody does something, the rest passes.
  var kind: ErrorKind { if case .refused = self { .unavailable } else { .tryAgain } }
}
