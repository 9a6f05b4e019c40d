/// The reason why a part of a forecast isn't new.
package enum ForecastTrouble: Sendable, Hashable {
  /// The network isn't to be used.
  case offline
  /// The service can't be reached through the network. `sentence` describes it in lower case.
  case unreachable(sentence: String)
  /// The limit of calls is reached; another one may go out at `untilMs`, milliseconds since 1970.
  case limited(untilMs: Int64)
  /// The service has an error. `sentence` describes it; it is asked again at `retryAtMs` at the earliest, `nil` is at any time.
  case temporary(sentence: String, retryAtMs: Int64?)
  /// The service rejects the request.
  case refused(sentence: String)
}
