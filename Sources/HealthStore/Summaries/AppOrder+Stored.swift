import GRDB
import HealthModel

extension AppOrder {
  /// The newest order that an export had; `nil` = none had any.
  static func stored(in db: Database) throws -> AppOrder? {
    let body = try String.fetchOne(db.cachedStatement(sql: "SELECT body FROM notebook WHERE name = ?"), arguments: [note])
    guard let body, let json = try? JSON(parsing: body) else { return nil }
    func names(_ key: String) -> [String] { (json[key].array ?? []).compactMap(\.string) }
    return AppOrder(activity: names("activity"), sleep: names("sleep"), atMs: json["at_ms"].int.map { Int64($0) } ?? 0)
  }

  /// Stores the order. Lives inside a write transaction.
  func store(in db: Database) throws {
    func names(_ names: [String]) -> JSON { .array(names.map { .string($0) }) }
    let body = JSON.object([("activity", names(activity)), ("sleep", names(sleep)), ("at_ms", JSON(atMs))]).text
    try db.execute(sql: "INSERT OR REPLACE INTO notebook(name, body) VALUES (?, ?)", arguments: [AppOrder.note, body])
  }

  private static let note = "health_connect.app_order"
}
