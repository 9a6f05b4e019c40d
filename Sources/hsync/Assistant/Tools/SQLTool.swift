import AssistantProtocol
import HealthModel
import HealthStore

/// A SELECT over the documented views.
struct SQLTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "sql", title: "SQL",
      description: "Runs one SELECT of SQLite over the views \(LibraryView.all.map(\.name).joined(separator: ", ")); the resource "
        + "hsync://schema has their columns and units. Read-only; it ends after \(Int(LibraryQuery.seconds)) s.",
      arguments: [
        ToolArgument("query", .text(most: 10_000), required: true, "One SELECT statement."),
        ToolArgument("rows", .integer(1...Int64(LibraryQuery.mostRows)), "The most rows (default: 100)."),
      ],
      output: OutputSchema.object([
        ("columns", OutputSchema.list("names", of: "string")), ("rows", OutputSchema.list("the values of a row", of: "array")),
        ("cut", OutputSchema.flag("whether there are more rows than those")),
      ]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let answer: LibraryQuery.Answer
    do {
      try session.requireFile()
      answer = try LibraryQuery(at: session.file).run(arguments["query"].string ?? "", rows: Int(arguments["rows"].int ?? 100))
    } catch let fault as LibraryQuery.Fault {
      throw SQLTool.error(fault)
    }
    let lines =
      [answer.columns.joined(separator: " | ")]
      + answer.rows.prefix(SQLTool.shownRows).map { row in
        row.map(SQLTool.text).joined(separator: " | ")
      }
    let left = answer.rows.count - SQLTool.shownRows
    let more = (left > 0 ? ["… \(left) more rows in the structured result"] : []) + (answer.isCut ? ["there are more rows than that"] : [])
    return ToolAnswer(
      (lines + more).joined(separator: "\n"),
      .object([
        ("columns", .array(answer.columns.map(JSON.string))), ("rows", .array(answer.rows.map { .array($0.map(SQLTool.json)) })),
        ("cut", .bool(answer.isCut)),
      ]))
  }

  /// The number of rows in the text.
  private static let shownRows = 50

  private static func json(_ value: LibraryQuery.Value) -> JSON {
    switch value {
    case .null: .null
    case .integer(let number): JSON(number)
    case .real(let number): JSON(number)
    case .text(let text): .string(text)
    case .blob(let count): .string("(\(count) bytes)")
    }
  }

  private static func text(_ value: LibraryQuery.Value) -> String {
    let json = json(value)
    return json.isNull ? "NULL" : json.string?.onOneLine ?? json.text
  }

  private static func error(_ fault: LibraryQuery.Fault) -> CommandError {
    switch fault {
    case .refused:
      CommandError(
        .noPermission, "the query isn't one SELECT over the documented views alone", hint: "the resource hsync://schema lists them")
    case .wrong(let reason):
      CommandError(.badData, "the query can't be run: \(reason.printable)", hint: "the resource hsync://schema lists the views")
    case .tookTooLong:
      CommandError(.tryAgain, "the query took longer than \(Int(LibraryQuery.seconds)) s", hint: "ask for fewer days, or for sums")
    case .tooLarge:
      CommandError(.badData, "the query or a value in it is too large", hint: "ask for fewer columns, or for parts of long texts")
    case .unreadable(let reason): CommandError(.io, "the library can't be read: \(reason.printable)")
    }
  }
}
