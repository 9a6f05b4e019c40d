import HealthModel
import HealthStore

extension ConflictLog.Entry {
  /// The lost version, in one line: `Porridge, 2026-02-10 12:03`.
  package func words(_ weight: RecordWords.Weight) -> String {
    // A deletion says nothing of itself; what it would have deleted does.
    if lost == nil, let now { return "deletion of \(RecordWords(kind: kind, id: id, json: now, weight: weight).line)" }
    return RecordWords(kind: kind, id: id, json: lost, weight: weight).line
  }

  /// The differences between the lost version and the current record, field by field: the field, the lost value, the
  /// current value.
  package var differences: [(field: String, lost: String, now: String)] {
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

extension ConflictLog {
  /// Restores lost versions, all or none, as one edit that is synced and can be undone.
  ///
  /// - Throws: As `restore(_:title:at:)`.
  package func restore(_ conflicts: [Entry], weight: RecordWords.Weight, at now: Moment) throws(StoreError) {
    guard let first = conflicts.first else { return }
    try restore(
      conflicts, title: "restored \(conflicts.count == 1 ? first.words(weight) : Quantity.count(conflicts.count, "lost edit"))", at: now)
  }
}
