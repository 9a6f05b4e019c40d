import GRDB
import GRDBSQLite
import Glibc

/// A query by others on a connection that only reads: it sees some views and nothing else, and what it may cost is bounded.
///
/// The views are made anew in the connection's temporary schema, under their names, each above one under a random name. SQLite tells an authorizer
/// which view a table is read for, but a common table expression of the query's could have a view's name: only the random ones are trusted.
/// The connection is to be closed after it.
package final class ViewQuery {
  /// A view that may be seen.
  package struct View: Sendable {
    package let name: String
    /// Its SELECT, over the file's tables.
    package let select: String

    /// A view of that name.
    package init(name: String, select: String) {
      self.name = name
      self.select = select
    }
  }

  /// The limits of a query's cost.
  package struct Limits: Sendable {
    /// The most rows that are returned.
    package var rows = 100
    /// The most bytes that are returned, about.
    package var bytes = 256 << 10
    /// Seconds from its start to its end.
    package var seconds = 2.0

    /// The usual limits.
    package init() {}
  }

  /// The result of a query.
  package struct Answer: Sendable, Equatable {
    package internal(set) var columns: [String] = []
    package internal(set) var rows: [[Value]] = []
    /// Whether there is more than `rows`, which the limits left out.
    package internal(set) var isCut = false
  }

  /// A value of a row.
  package enum Value: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// A blob, by its number of bytes.
    case blob(Int)
  }

  /// A reason why there is no answer.
  package enum Fault: Error, Sendable, Equatable {
    /// It isn't a single SELECT over the views.
    case refused
    /// It isn't SQL, or names what isn't there; the reason is SQLite's.
    case wrong(String)
    /// It took longer than allowed.
    case tookTooLong
    /// It makes a value that is too large, or needs more than is allowed otherwise.
    case tooLarge
    /// The file can't be read; the reason is SQLite's.
    case unreadable(String)
  }

  /// The most bytes of a query's text.
  package static let mostBytes = 10_000
  /// The most bytes of a value or a row.
  private static let mostBytesOfValue: Int32 = 128 << 10
  /// Steps of SQLite's virtual machine between two looks at the clock.
  private static let stride: Int32 = 200
  /// Table-valued functions that read only their arguments: they show nothing that the query doesn't say itself.
  private static let valueTables: Set<String> = ["json_each", "json_tree"]

  private let views: [View]
  private let limits: Limits
  /// The views' names, and the random ones below them.
  private let visible: Set<String>
  private let secrets: [String]
  private let trusted: Set<String>
  /// Tables that a query may not even count: the file's that no view reads, and SQLite's own such as `dbstat`.
  private var hidden: Set<String> = []
  /// `true` while the views' own tables are found out.
  private var isLearning = true

  /// A query that sees these views.
  package init(_ views: [View], limits: Limits = Limits()) {
    self.views = views
    self.limits = limits
    visible = Set(views.map(\.name))
    secrets = views.map { _ in ViewQuery.randomName() }
    trusted = Set(secrets)
  }

  private static func randomName() -> String {
    "v" + String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// Runs a query.
  ///
  /// - Parameter db: A connection that was opened to read, and isn't used again.
  package func run(_ sql: String, on db: Database) throws -> Answer {
    guard let connection = db.sqliteConnection else { throw Fault.unreadable("the connection is closed") }
    guard sql.utf8.count <= ViewQuery.mostBytes else { throw Fault.tooLarge }
    guard !sql.utf8.contains(0) else { throw Fault.wrong("a NUL character") }
    try prepare(connection)
    sqlite3_set_authorizer(connection, ViewQuery.authorizer, Unmanaged.passUnretained(self).toOpaque())
    defer { sqlite3_set_authorizer(connection, nil, nil) }
    try learn(connection)
    bound(connection)
    let endsAtNs = ViewQuery.nowNs + Int64(limits.seconds * 1e9)
    return try QueryStop(stride: ViewQuery.stride) { ViewQuery.nowNs >= endsAtNs }.watch(db) { try answer(to: sql, connection) }
  }

  // MARK: Preparing

  /// Makes the views, and lists the file's tables and SQLite's own.
  private func prepare(_ connection: OpaquePointer) throws(Fault) {
    for (view, secret) in zip(views, secrets) {
      for statement in ["CREATE TEMP VIEW \(secret) AS \(view.select)", "CREATE TEMP VIEW \(view.name) AS SELECT * FROM temp.\(secret)"]
      where sqlite3_exec(connection, statement, nil, nil, nil) != SQLITE_OK {
        throw .unreadable(ViewQuery.message(connection))
      }
    }
    // The second lists modules, of which some are tables without having been created. Those of pragmas come into being when they are named.
    for list in ["SELECT name FROM main.sqlite_schema WHERE type IN ('table', 'view')", "PRAGMA module_list"] {
      for row in try rows(of: list, connection) { if case .text(let name)? = row.first { hidden.insert(name.lowercased()) } }
    }
    hidden.subtract(visible)
    // A table of a module is created when it is first named, which the authorizer refuses: only these are there before it.
    for table in ViewQuery.valueTables { _ = try rows(of: "SELECT 1 FROM \(table)('[]')", connection) }
  }

  /// Takes the tables that the views read out of `hidden`: where no column of them is wanted, SQLite doesn't say for which view they are read.
  private func learn(_ connection: OpaquePointer) throws(Fault) {
    for secret in secrets { _ = try statement("SELECT * FROM temp.\(secret)", connection).map { sqlite3_finalize($0) } }
    isLearning = false
  }

  private func bound(_ connection: OpaquePointer) {
    for (limit, most) in [
      (SQLITE_LIMIT_LENGTH, ViewQuery.mostBytesOfValue), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_WORKER_THREADS, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 50), (SQLITE_LIMIT_EXPR_DEPTH, 200),
      (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_VARIABLE_NUMBER, 0),
    ] { sqlite3_limit(connection, limit, most) }
  }

  private static var nowNs: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  // MARK: Authorizing

  private static let authorizer:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32 = { context, action, first, second, schema, view in
      guard let context else { return SQLITE_DENY }
      func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
      let query = Unmanaged<ViewQuery>.fromOpaque(context).takeUnretainedValue()
      return query.allows(action, text(first), text(second), schema: text(schema), view: text(view)) ? SQLITE_OK : SQLITE_DENY
    }

  private func allows(_ action: Int32, _ first: String?, _ second: String?, schema: String?, view: String?) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return true
    case SQLITE_FUNCTION: return !ViewQuery.refusedFunctions.contains(second?.lowercased() ?? "")
    case SQLITE_READ:
      guard let table = first?.lowercased() else { return false }
      if let view, trusted.contains(view) {
        if isLearning { hidden.remove(table) }
        return true
      }
      if trusted.contains(table) || ViewQuery.valueTables.contains(table) { return true }
      if visible.contains(table) { return schema == nil || schema == "temp" }
      // No column: a common table expression, or a table of a view that SQLite merged into the query. Everything else that has a name is hidden.
      return second?.isEmpty == true && !hidden.contains(table) && !table.hasPrefix("sqlite_") && !table.hasPrefix("pragma_")
    default: return false
    }
  }

  /// Functions with an effect, or an answer that isn't about the data.
  private static let refusedFunctions: Set<String> = [
    "load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "sqlite_log", "sqlite_offset",
  ]

  // MARK: Running

  private func answer(to sql: String, _ connection: OpaquePointer) throws(Fault) -> Answer {
    var tail = ""
    guard let statement = try statement(sql, connection, tail: &tail) else { throw .wrong("it is empty") }
    defer { sqlite3_finalize(statement) }
    guard sqlite3_stmt_readonly(statement) != 0, sqlite3_stmt_isexplain(statement) == 0, sqlite3_column_count(statement) > 0,
      try isEmpty(tail, connection)
    else { throw .refused }
    var answer = Answer()
    answer.columns = (0..<sqlite3_column_count(statement)).map { sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? "" }
    var bytes = 0
    while try step(statement, connection) {
      guard answer.rows.count < limits.rows, bytes < limits.bytes else {
        answer.isCut = true
        break
      }
      let row = ViewQuery.row(statement)
      bytes += row.reduce(0) { $0 + $1.size }
      answer.rows.append(row)
    }
    return answer
  }

  private func isEmpty(_ tail: String, _ connection: OpaquePointer) throws(Fault) -> Bool {
    var rest = tail
    while !rest.allSatisfy(\.isWhitespace) {
      var next = ""
      if let statement = try statement(rest, connection, tail: &next) {
        sqlite3_finalize(statement)
        return false
      }
      if next.utf8.count >= rest.utf8.count { return true }
      rest = next
    }
    return true
  }

  private func rows(of sql: String, _ connection: OpaquePointer) throws(Fault) -> [[Value]] {
    guard let statement = try statement(sql, connection) else { return [] }
    defer { sqlite3_finalize(statement) }
    var rows: [[Value]] = []
    while try step(statement, connection) { rows.append(ViewQuery.row(statement)) }
    return rows
  }

  private func statement(_ sql: String, _ connection: OpaquePointer) throws(Fault) -> OpaquePointer? {
    var tail = ""
    return try statement(sql, connection, tail: &tail)
  }

  /// The first statement of a text, which the caller finalizes; `nil` = there is only white space and comments. `tail` is what follows it.
  private func statement(_ sql: String, _ connection: OpaquePointer, tail: inout String) throws(Fault) -> OpaquePointer? {
    var statement: OpaquePointer?
    let (code, rest) = sql.withCString { text -> (Int32, String) in
      var end: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection, text, -1, &statement, &end)
      return (code, end.map { String(cString: $0) } ?? "")
    }
    guard code == SQLITE_OK else { throw fault(code, connection) }
    tail = rest
    return statement
  }

  /// Whether there is a further row.
  private func step(_ statement: OpaquePointer, _ connection: OpaquePointer) throws(Fault) -> Bool {
    let code = sqlite3_step(statement)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw fault(code, connection) }
    return false
  }

  private func fault(_ code: Int32, _ connection: OpaquePointer) -> Fault {
    switch code & 0xFF {
    case SQLITE_AUTH: .refused
    case SQLITE_INTERRUPT: .tookTooLong
    case SQLITE_TOOBIG, SQLITE_NOMEM, SQLITE_FULL: .tooLarge
    // The code of a function that isn't allowed, or of a module's table that may not be created, is that of any mistake.
    case SQLITE_ERROR where ViewQuery.refusals.contains { ViewQuery.message(connection).hasPrefix($0) }: .refused
    case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_RANGE: .wrong(ViewQuery.message(connection))
    default: .unreadable(ViewQuery.message(connection))
    }
  }

  /// The beginnings of SQLite's messages for something that isn't allowed.
  private static let refusals = ["not authorized", "vtable constructor failed"]

  private static func message(_ connection: OpaquePointer) -> String { String(cString: sqlite3_errmsg(connection)) }

  private static func row(_ statement: OpaquePointer) -> [Value] {
    (0..<sqlite3_column_count(statement)).map { column in
      switch sqlite3_column_type(statement, column) {
      case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
      case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
      case SQLITE_TEXT: .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
      case SQLITE_BLOB: .blob(Int(sqlite3_column_bytes(statement, column)))
      default: .null
      }
    }
  }
}

extension ViewQuery.Value {
  /// About how many bytes it takes.
  fileprivate var size: Int { if case .text(let text) = self { text.utf8.count + 4 } else { 8 } }
}
