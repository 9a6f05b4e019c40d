import HealthDesk
import HealthModel
import HealthStore

extension ConflictLog.Entry {
  /// The lost version, in one line: `Porridge, 2026-02-10 12:03`.
  var words: String { words { Quantity.weight($0) } }

  /// As in the JSON contract, for the list.
  var members: [(String, JSON)] {
    [
      ("n", JSON(number)), ("kind", .string(kind)), ("id", .string(id)), ("at_ms", JSON(atMs)), ("won_device", .string(wonDevice)),
      ("won_at_ms", JSON(wonAtMs)), ("restored", .bool(isRestored)), ("what", .string(words)),
    ]
  }
}
