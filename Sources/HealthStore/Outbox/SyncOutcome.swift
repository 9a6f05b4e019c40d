/// A backend's answer about the records of one push: only exceptions are listed, the rest is accepted and durable.
package struct SyncOutcome: Sendable, Equatable {
  /// A record that the backend won't take.
  package struct Rejection: Sendable, Equatable, Codable {
    package let kind: String
    package let id: String
    /// For programs: `range`.
    package let code: String
    /// For display: `energy_kcal is -5`.
    package let message: String

    /// A rejection with everything given.
    package init(kind: String, id: String, code: String, message: String) {
      self.kind = kind
      self.id = id
      self.code = code
      self.message = message
    }
  }

  /// An accepted record whose clock was too far ahead, with the HLC that the backend gave it.
  package struct Restamp: Sendable, Equatable {
    package let kind: String
    package let id: String
    package let hlc: Int64

    /// A restamp with everything given.
    package init(kind: String, id: String, hlc: Int64) {
      self.kind = kind
      self.id = id
      self.hlc = hlc
    }
  }

  /// Records that won't be taken as they are.
  package var rejected: [Rejection]
  /// Versions on the backend that are newer than what was sent.
  package var superseded: [SyncRecord]
  /// Accepted records with a new HLC.
  package var restamped: [Restamp]

  /// An outcome; everything accepted where nothing else is given.
  package init(rejected: [Rejection] = [], superseded: [SyncRecord] = [], restamped: [Restamp] = []) {
    self.rejected = rejected
    self.superseded = superseded
    self.restamped = restamped
  }
}
