import Forecast
import HealthModel

/// A question about activity windows that can't be answered: the reasons as cases with their facts. Each program adds the remedies in its
/// own terms.
package enum GoError: Error, Sendable, Equatable {
  /// No saved place has that id or name.
  case unknownPlace(String, known: [String])
  /// The machine doesn't know the time zone.
  case unknownZone(String)
  /// The search found no place with that name.
  case nothingFound(String)
  /// The search for places can't be done now. The text is the trouble as a sentence.
  case searchTrouble(ForecastTrouble, String)
  /// There is no forecast, and none can be had now. The text is the trouble of the weather as a sentence; `nil` = it wasn't asked for.
  case noForecast(place: String, ForecastTrouble?, String?)
  /// A text that isn't a time.
  case notATime(String)
  /// The plan doesn't have that hour: `2026-06-01T07:00`.
  case noHour(String)

  /// The error in one sentence, without a remedy.
  package var sentence: String {
    switch self {
    case .unknownPlace(let name, _): "no place is called \"\(name.printable)\""
    case .unknownZone(let zone): "this machine has no time zone \"\(zone.printable)\""
    case .nothingFound(let name): "no place called \"\(name.printable)\" was found"
    case .searchTrouble(_, let reason): "the place can't be looked up: \(reason)"
    case .noForecast(let place, _, let reason?): "there is no forecast for \(place.onOneLine): \(reason)"
    case .noForecast(let place, _, nil): "there is no forecast for \(place.onOneLine) yet"
    case .notATime(let text): "\"\(text.printable)\" isn't a time"
    case .noHour(let time): "the forecast has no hour \(time)"
    }
  }

  /// The kind of `UserFacingError` that it is.
  package var kind: ErrorKind {
    switch self {
    case .unknownPlace, .nothingFound, .noHour: .no
    case .unknownZone: .badData
    case .notATime: .usage
    case .searchTrouble(let trouble, _), .noForecast(_, let trouble?, _): trouble.kind
    case .noForecast(_, nil, _): .tryAgain
    }
  }
}

extension ForecastTrouble {
  /// The trouble in lower case, with times as `clock` shows them.
  package func sentence(by clock: any WallClock) -> String {
    switch self {
    case .offline: "offline"
    case .unreachable(let sentence): sentence
    case .limited(let untilMs): "the limit of calls is reached until \(clock.moment(atMs: untilMs).clock)"
    case .temporary(let sentence, let retryAtMs?): "\(sentence); try again after \(clock.moment(atMs: retryAtMs).clock)"
    case .temporary(let sentence, nil), .refused(let sentence): sentence
    }
  }

  /// The kind: `.unavailable` for a refusal, which lasts until the user does something; `.tryAgain` for the rest.
  package var kind: ErrorKind { if case .refused = self { .unavailable } else { .tryAgain } }
}
