import GRDB
import HealthModel

/// Small texts under a name that processes share, such as how many requests were made lately.
package struct Notebook: Sendable {
  private let library: Library

  /// The notebook of a library.
  package init(_ library: Library) { self.library = library }

  /// The text called `name`; `nil` = there is none.
  package func text(_ name: String) throws(StoreError) -> String? {
    try library.read { db in try String.fetchOne(db.cachedStatement(sql: "SELECT body FROM notebook WHERE name = ?"), arguments: [name]) }
  }

  /// Reads the text called `name`, lets `body` decide what it becomes and writes that, in one immediate transaction: no other process
  /// can read or write between.
  /// - Parameter body: gets the text, `nil` if there is none; returns the new text, `nil` to remove it, and a result. Must be quick.
  /// - Throws: `StoreError`, or what `body` throws, and then nothing is written.
  package func update<T>(_ name: String, _ body: (String?) throws -> (String?, T)) throws -> T {
    let outcome: Result<T, any Error> = try library.write { db in
      let old = try String.fetchOne(db.cachedStatement(sql: "SELECT body FROM notebook WHERE name = ?"), arguments: [name])
      let (new, result): (String?, T)
      do { (new, result) = try body(old) } catch { return .failure(error) }
      if let new {
        if new != old { try db.execute(sql: "INSERT OR REPLACE INTO notebook(name, body) VALUES (?, ?)", arguments: [name, new]) }
      } else {
        try db.execute(sql: "DELETE FROM notebook WHERE name = ?", arguments: [name])
      }
      return .success(result)
    }
    return try outcome.get()
  }
}
