import HealthModel

/// Something in the database that can't be.
package struct CheckFinding: Sendable, Equatable {
  /// The user whom it is about; `nil` = the database as a whole.
  package let user: String?
  /// What it is.
  package let problem: Problem

  /// The kinds of findings.
  package enum Problem: Sendable, Equatable {
    /// The number of records isn't the noted one.
    case records(counted: Int64, noted: Int64)
    /// Records, events and answers take other than the noted bytes, by which quotas are enforced.
    case bytes(counted: Int64, noted: Int64)
    /// A record has a number beyond the user's counter: devices could miss it.
    case counter(noted: Int64, largest: Int64)
    /// So many records have the number of another one: devices could miss them.
    case repeatedChanges(Int64)
    /// The user can't be found by name, or has no epoch for cursors.
    case incomplete
    /// Rows of so many users who aren't there, in a table.
    case orphans(table: String, users: Int64)
    /// The file is damaged; in the database's words.
    case damaged(String)
  }

  /// The finding in a sentence without the user's name.
  package var sentence: String {
    switch problem {
    case .records(let counted, let noted): "\(counted) records, but \(noted) noted"
    case .bytes(let counted, let noted): "\(counted) bytes, but \(noted) noted"
    case .counter(let noted, let largest): "a record has the number \(largest), but the counter is at \(noted)"
    case .repeatedChanges(1): "a record has the number of another one"
    case .repeatedChanges(let count): "\(count) records have the number of another one"
    case .incomplete: "the user has no name or no epoch"
    case .orphans(let table, let users): "the table \(table) has rows of \(users) users who aren't there"
    case .damaged(let words): "the file is damaged: \(words)"
    }
  }

  /// `{"user":"alice","problem":"bytes","message":"120 bytes, but 100 noted"}`; `user` is null for the database as a whole.
  package var json: JSON {
    .object([("user", user.map { .string($0) } ?? .null), ("problem", .string(code)), ("message", .string(sentence))])
  }

  private var code: String {
    switch problem {
    case .records: "records"
    case .bytes: "bytes"
    case .counter: "counter"
    case .repeatedChanges: "repeated_changes"
    case .incomplete: "incomplete"
    case .orphans: "orphans"
    case .damaged: "damaged"
    }
  }
}

/// The result of a check.
package struct CheckReport: Sendable {
  /// Users that were checked.
  package internal(set) var users = 0
  /// Records of all of them.
  package internal(set) var records: Int64 = 0
  /// The contradictions that were found.
  package internal(set) var findings: [CheckFinding] = []

  /// Adds a user.
  mutating func add(_ facts: OwnerFacts) {
    users += 1
    records += facts.counted.records
    findings += facts.findings
  }
}
