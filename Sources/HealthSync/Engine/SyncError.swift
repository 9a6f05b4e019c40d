import HealthModel

/// The reason why a sync stopped, or what it could not do.
package struct SyncError: UserFacingError, Codable, Equatable {
  /// The reason as a case; also `sync_run.error_code`.
  package enum Code: String, Sendable, Codable {
    case locked, backoff, auth, forbidden, configuration, insecure, tls, upgrade, rejected
    case badResponse = "bad_response"
    case network, server, interrupted, damaged
    /// Runs were answered and moved nothing.
    case noProgress = "no_progress"
    /// The bytes of the day are used up.
    case budget
    /// The library itself can't be read or written.
    case library
    /// The backend's certificate is invalid: not valid now, for another host, or from an untrusted issuer.
    case tlsDate = "tls_date"
    case tlsHost = "tls_host"
    case tlsIssuer = "tls_issuer"
    case deviceRewound = "device_rewound"
    case serverRewound = "server_rewound"
  }

  /// The kind of the error.
  package let code: Code
  package let message: String
  package let hint: Hint?
  package let kind: ErrorKind

  /// An error with everything given.
  package init(_ code: Code, _ message: String, hint: Hint? = nil, kind: ErrorKind) {
    self.code = code
    self.message = message
    self.hint = hint
    self.kind = kind
  }
}

extension SyncError {
  /// Reads what an older or newer hsync wrote: a hint that it worded otherwise is left out, and the rest isn't lost for it.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let hint = try? values.decodeIfPresent(Hint.self, forKey: .hint)
    self.init(
      try values.decode(Code.self, forKey: .code), try values.decode(String.self, forKey: .message), hint: hint,
      kind: try values.decode(ErrorKind.self, forKey: .kind))
  }

  /// Ctrl-C, or the end of the process.
  static var interrupted: SyncError { SyncError(.interrupted, "the sync was interrupted; nothing is lost", kind: .interrupted) }
}

extension ErrorKind: Codable {}
