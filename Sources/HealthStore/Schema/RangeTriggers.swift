import HealthModel

/// Triggers that reject numbers beyond the bounds of `NumberRules`, for columns whose tables are older than their
/// bounds.
///
/// Not CHECKs: these would make a table with an older row beyond them unreadable for a migration, and every later edit
/// of such a row fail. An UPDATE is checked only for the columns it changes.
enum RangeTriggers {
  /// The synced tables of that time. Later ones have their bounds as CHECKs.
  static let tables = SyncedTable.all.filter { $0.since < 6 }

  /// `CREATE TRIGGER` for inserts and updates of every table that needs them.
  static let version6: [String] = tables.flatMap { table in
    let rules = NumberRules.of(kind: table.kind).filter { $0.guardedBy == .trigger }
    return rules.isEmpty ? [] : [onInsert(table, rules), onUpdate(table, rules)]
  }

  /// All messages with which one of them rejects a row.
  static let sentences = Set(NumberRules.all.flatMap(\.rules).map(\.sentence))

  private static func onInsert(_ table: SyncedTable, _ rules: [NumberRule]) -> String {
    """
    CREATE TRIGGER \(table.name)_bounded_on_insert BEFORE INSERT ON \(table.name)
    BEGIN
      SELECT CASE \(rules.map { "WHEN \(isBeyond($0)) \(refusal($0))" }.joined(separator: "\n    ")) END;
    END
    """
  }

  private static func onUpdate(_ table: SyncedTable, _ rules: [NumberRule]) -> String {
    """
    CREATE TRIGGER \(table.name)_bounded_on_update BEFORE UPDATE ON \(table.name)
    BEGIN
      SELECT CASE \(rules.map { "WHEN NEW.\($0.column) IS NOT OLD.\($0.column) AND \(isBeyond($0)) \(refusal($0))" }.joined(separator: "\n    ")) END;
    END
    """
  }

  /// NULL is within all bounds.
  private static func isBeyond(_ rule: NumberRule) -> String {
    let (lowest, highest) = (JSON(rule.lowest).text, JSON(rule.highest).text)
    return "NEW.\(rule.column) NOT BETWEEN \(lowest) AND \(highest)" + (rule.isAboveLowest ? " OR NEW.\(rule.column) = \(lowest)" : "")
  }

  private static func refusal(_ rule: NumberRule) -> String { "THEN RAISE(ABORT, '\(rule.sentence)')" }
}
