import Digests
import HealthModel
import HealthStore

/// A body that is being sent, or may have been: it is resent byte for byte until its fate is known.
package struct Flight: Sendable, Equatable {
  /// Its number, counted per device.
  package let push: PushNumber
  /// SHA-256 of the body before compression, 32 bytes.
  package let digest: [UInt8]
  /// The body as it goes over the wire.
  package let body: [UInt8]
  /// The records in it.
  package let records: [SyncRecord]
  /// Of which lanes of the outbox they are; nothing for a body that was left behind.
  package let lanes: OutboxQueue.Lanes
  /// Bytes before compression.
  package let plainBytes: Int
  /// Whether an earlier run left it behind.
  package let isLeftBehind: Bool

  /// A new body of a batch.
  package init(push: PushNumber, batch: OutboxQueue.Batch, device: String, encoding: BodyEncoding) throws {
    let plain = PushBody.bytes(device: device, push: push, records: batch.records)
    self.push = push
    digest = SHA256.of(plain)
    body = try encoding.packed(plain)
    records = batch.records
    lanes = batch.lanes
    plainBytes = plain.count
    isLeftBehind = false
  }

  /// The body that an earlier run left behind, byte for byte. `nil` when it isn't what was stored, which only a damaged library can cause.
  package init?(leftBehind stored: OutboxQueue.StoredFlight) {
    guard let plain = try? BodyEncoding(of: stored.body).unpacked(stored.body),
      SHA256.of(plain) == stored.sha, let records = try? PushBody.records(of: plain)
    else { return nil }
    push = stored.push
    digest = stored.sha
    body = stored.body
    self.records = records
    lanes = OutboxQueue.Lanes()
    plainBytes = plain.count
    isLeftBehind = true
  }

  /// The same body, not packed.
  package init(plain other: Flight) throws {
    push = other.push
    digest = other.digest
    body = try other.encoding.unpacked(other.body)
    records = other.records
    lanes = other.lanes
    plainBytes = other.plainBytes
    isLeftBehind = other.isLeftBehind
  }

  /// The encoding of the body.
  package var encoding: BodyEncoding { BodyEncoding(of: body) }

  /// The digest as the protocol writes it: lower-case hex.
  package var sha: String { Hexadecimal.text(digest) }

  /// As the library keeps it.
  package var stored: OutboxQueue.StoredFlight {
    OutboxQueue.StoredFlight(push: push, sha: digest, body: body, count: records.count)
  }

  /// Whether it is push `push` and small enough; one record always is.
  func fits(_ budget: BatchBudget, push: PushNumber) -> Bool {
    self.push == push && records.count <= budget.records && (plainBytes <= budget.bytes + 1024 || records.count == 1)
  }
}
