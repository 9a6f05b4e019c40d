/// The reason why a source couldn't be asked.
package enum LookupTrouble: Sendable, Hashable {
  /// The network isn't to be used.
  case offline
  /// The limit of requests is reached; it may be asked again at `untilMs` (milliseconds since 1970).
  case limited(untilMs: Int64)
  /// A temporary failure. `sentence` describes it in lower case; it may be retried at `retryAtMs`, `nil` is at any
  /// time.
  case temporary(sentence: String, retryAtMs: Int64?)
  /// The source rejects requests until the user intervenes.
  case refused(sentence: String)
}
