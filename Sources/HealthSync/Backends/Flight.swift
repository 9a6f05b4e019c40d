import Gzip
import HealthStore

/// A body that is being sent, or may have been: it is resent byte for byte until its fate is known.
package struct Flight: Sendable, Equatable {
  /// Its number, counted per device.
  package let push: Int64
  /// SHA-256 of the body before compression, lower-case hex.
  package let sha: String
  /// The body as it goes over the wire.
  package let body: [UInt8]
  /// The records in it.
  package let records: [SyncRecord]
  /// Bytes before compression.
  package let plainBytes: Int
  /// Whether an earlier run left it behind.
  package let isLeftBehind: Bool

  /// A flight with everything given.
  package init(push: Int64, sha: String, body: [UInt8], records: [SyncRecord], plainBytes: Int, isLeftBehind: Bool) {
    self.push = push
    self.sha = sha
    self.body = body
    self.records = records
    self.plainBytes = plainBytes
    self.isLeftBehind = isLeftBehind
  }

  /// Whether the body is gzip.
  package var isCompressed: Bool { Gzip.isCompressed(body) }
}
