import FoundationEssentials

/// The rows that a copy takes from one database to another, as neither has them.
enum CopyRows {
  /// Rows of a batch, at most.
  static let batchRows = 2000
  /// Bytes of texts in a batch, after which it ends.
  static let batchBytes = 2 << 20

  /// An owner's row.
  struct Owner: Sendable {
    /// The key of the owner's rows in SQLite; 0 in PostgreSQL.
    let number: Int64
    let id: String
    let name: String
    let seq: Int64
    let purgedSeq: Int64
    let nowMs: Int64
    let createdAtMs: Int64
    let share: Share
    /// The name of the epoch of the owner's last write in their cursors.
    let epoch: String
  }

  /// A row of `token`, or of `refresh_token`.
  enum Token: Sendable {
    /// `parent` and `family` as in the table; `scope` as its text.
    case token(
      hash: Data, createdAtMs: Int64, expiresAtMs: Int64?, parent: Data?, family: Data?, scope: String, usedHourMs: Int64?)
    /// `token` is the hash of the one it was issued with.
    case refresh(hash: Data, token: Data, lifetimeMs: Int64, createdAtMs: Int64, family: Data, usedAtMs: Int64?, scope: String)
  }

  /// A row of `device`.
  struct Device: Sendable {
    let name: String
    let last: Int64
    let sha256: Data
    let answer: Data
    let seenAtMs: Int64
  }

  /// An epoch that is known by its name in cursors, and the owner's counter at its end.
  struct Epoch: Sendable {
    let name: String
    let end: Int64
  }

  /// Records, column by column.
  struct Records: Sendable {
    var kinds: [String] = []
    var ids: [String] = []
    var clocks: [Int64] = []
    var devices: [String] = []
    var bodies: [String?] = []
    var seqs: [Int64] = []
    var deletedAtMs: [Int64?] = []

    var count: Int { seqs.count }
  }

  /// Events, column by column.
  struct Events: Sendable {
    var devices: [String] = []
    var files: [Int64] = []
    var offsets: [Int64] = []
    var atMs: [Int64] = []
    var names: [String] = []
    var bodies: [String] = []
    var receivedAtMs: [Int64] = []

    var count: Int { files.count }
  }
}
