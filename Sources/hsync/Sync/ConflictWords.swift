import HealthModel
import HealthStore

extension ConflictLog.Entry {
  /// The lost version, in one line: `Porridge, 2026-02-10 12:03`.
  var words: String {
    // A deletion says nothing of itself; what it would have deleted does.
    if lost == nil, let now { return "deletion of \(RecordWords(kind: kind, id: id, json: now).line)" }
    return RecordWords(kind: kind, id: id, json: lost).line
  }

  /// As in the JSON contract, for the list.
  var members: [(String, JSON)] {
    [
      ("n", JSON(number)), ("kind", .string(kind)), ("id", .string(id)), ("at_ms", JSON(atMs)), ("won_device", .string(wonDevice)),
      ("won_at_ms", JSON(wonAtMs)), ("restored", .bool(isRestored)), ("what", .string(words)),
    ]
  }

  /// The differences between the lost version and the current record, field by field: the field, the lost value, the
  /// current value.
  var differences: [(field: String, lost: String, now: String)] {
    let before = ConflictLog.Entry.fields(of: lost)
    let after = ConflictLog.Entry.fields(of: now)
    let names = before.map(\.0) + after.map(\.0).filter { name in !before.contains { $0.0 == name } }
    return names.compactMap { name in
      let (old, new) = (before.first { $0.0 == name }?.1 ?? .null, after.first { $0.0 == name }?.1 ?? .null)
      return old.isEquivalent(to: new) ? nil : (name, ConflictLog.Entry.text(old), ConflictLog.Entry.text(new))
    }
  }

  /// The fields of a record; one inside an object as `nutrition.energy_kcal`. None for a deletion.
  private static func fields(of record: String?) -> [(String, JSON)] {
    func flat(_ json: JSON, _ path: String) -> [(String, JSON)] {
      guard let members = json.members else { return [(path, json)] }
      return members.flatMap { flat($0.value, path.isEmpty ? $0.key : "\(path).\($0.key)") }
    }
    guard let record, let json = try? JSON(parsing: record.utf8) else { return [] }
    return flat(json, "")
  }

  private static func text(_ value: JSON) -> String { value.isNull ? "–" : value.string ?? value.text }
}
