import BulkSQL
import GRDB
import HealthModel

/// The metadata with which Datasette shows a library: the documented views with the meanings and units of their columns. Other tables are
/// hidden from its lists.
package struct DatasetteMetadata: Sendable {
  /// The library's name in Datasette's addresses: that of its file, without the ending.
  private let database: String
  /// The names of all tables and views that aren't documented for questions, and whether each is a view.
  private let hidden: [(name: String, isView: Bool)]

  /// Metadata for a library.
  ///
  /// - Throws: `StoreError`.
  package init(_ library: Library) throws(StoreError) {
    let name = library.path.split(separator: "/").last.map(String.init) ?? library.path
    database = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let shown = Set(LibraryView.all.map(\.name))
    hidden = try library.read { db in
      let list =
        "SELECT name, type = 'view' FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY 1"
      return try Row.fetchAll(db, sql: list).map { (name: try $0.value(0) as String, isView: try $0.value(1) as Bool) }
    }.filter { !shown.contains($0.name) }
  }

  /// The document, as Datasette's `--metadata` takes it.
  package var json: JSON {
    let views = LibraryView.all.map { ($0.name, DatasetteMetadata.json(of: $0)) }
    // Datasette lists all views that may be seen.
    let others = hidden.map { other in
      (other.name, JSON.object([("hidden", .bool(true))] + (other.isView ? [("allow", .bool(false))] : [])))
    }
    return .object([
      ("title", .string("hsync")),
      (
        "description",
        .string("A library of hsync. NULL means unknown and is never the same as 0, unless a column says otherwise. Days are local.")
      ),
      ("databases", .object([(database, .object([("tables", .object(views + others))]))])),
    ])
  }

  private static func json(of view: LibraryView) -> JSON {
    let columns = view.columns.map { ($0.name, JSON.string($0.meaning)) }
    // What has days is shown from the newest on; samples may be millions, which would have to be sorted first.
    let order: [(String, JSON)] = view.columns.contains { $0.name == "day" } ? [("sort_desc", .string("day"))] : []
    return .object([("description", .string(view.meaning)), ("columns", .object(columns))] + order)
  }
}
