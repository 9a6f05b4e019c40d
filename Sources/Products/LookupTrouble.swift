/// The reason why a source couldn't be asked.
package enum LookupTrouble: Sendable, Hashable {
  /// The network isn't to be used.
  case offline
  /// The limit of requests is reached; it may be asked again at `untilMs` (milliseconds since 1970).
  case limited(untilMs: Int64)
  /// It has trouble. `sentence` says what in lower case; it may be asked again at `retryAtMs`, `nil` is at any time.
  case temporary(sentence: String, retryAtMs: Int64?)
  /// It refuses us, and will until somebody does something.
  case refused(sentence: String)
}
