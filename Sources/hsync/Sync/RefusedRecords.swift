import HealthDesk
import HealthModel
import HealthStore

/// The rejected records of a library, found by the names on the command line.
struct RefusedRecords {
  /// The latest first.
  let entries: [QuarantineLog.Entry]

  init(_ log: QuarantineLog) throws { entries = try log.entries() }

  /// The ones that are meant, each once. All must be found: a wrong name among them does nothing to the others.
  /// - Parameter arguments: names, or `-` for standard input.
  func named(_ arguments: [String]) throws -> [QuarantineLog.Entry] {
    let listed = try ListedNames(arguments) { json in
      guard let kind = json["kind"].string, let id = json["id"].string else { return nil }
      return "\(kind)/\(id)"
    }
    var found: [QuarantineLog.Entry] = []
    for name in listed.names {
      let entry = try RecordName(name).only(of: entries, key: { ($0.kind, $0.id) }, noun: "refused record", list: .queue)
      if !found.contains(entry) { found.append(entry) }
    }
    return found
  }
}

extension QuarantineLog.Entry {
  /// The record, in one line.
  var words: String { words { Quantity.weight($0) } }

  /// `meal/0197…`, by which it can be named.
  var name: String { "\(kind)/\(id)" }

  /// As in the JSON contract, for the list.
  var members: [(String, JSON)] {
    [
      ("kind", .string(kind)), ("id", .string(id)), ("code", .string(code)), ("message", .string(message)), ("refused_at_ms", JSON(atMs)),
      ("is_deletion", .bool(content == .deleted)), ("what", .string(words)),
    ]
  }
}
