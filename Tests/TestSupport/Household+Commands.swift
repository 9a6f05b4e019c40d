import Foundation
import HealthModel

/// What tests of the programs ask and do over and over.
extension Household {
  /// Imports what must be fine.
  @discardableResult
  package func imported(_ files: String...) throws -> Program.Outcome {
    let outcome = try hsync.run(["import"] + files)
    guard outcome.status == 0 else { throw SetUpError(description: "import: \(outcome.status) \(outcome.err)") }
    return outcome
  }

  /// An Apple Health export with these elements, as a bare XML file.
  package func writeExport(_ elements: [String], to name: String = "export.xml") throws -> String {
    try home.write(HealthExportFixture.apple(elements), to: name)
  }

  /// The days' summaries as they stand in the library, by day: `day`, `zone`, `steps`, `sleep_min`.
  package func summaries(from first: String, to last: String) throws -> [String: JSON] {
    let rows = try sqlite(
      """
      SELECT json_object('day', day, 'zone', zone, 'steps', steps, 'sleep_min', sleep_min) FROM day_summary
      WHERE day BETWEEN '\(first)' AND '\(last)' ORDER BY day
      """)
    return Dictionary(uniqueKeysWithValues: try rows.lines.map { try JSON(parsing: $0) }.map { ($0["day"].string ?? "", $0) })
  }

  /// Every table of the library as the sqlite3 shell dumps it. Left out are the lists of names and units, to which an import that is taken
  /// back may have added: nothing refers to those then.
  package func dump() throws -> String {
    let lists = ["type", "source", "unit", "device"].map { "INSERT INTO health_\($0) " }
    return try sqlite(".dump").lines.filter { line in !lists.contains(where: line.hasPrefix) }.joined(separator: "\n")
  }

  /// Returns the result of a statement with one row and one column.
  package func value(_ sql: String) throws -> String { try sqlite(sql).out.trimmingCharacters(in: .newlines) }

  /// Writes the settings file.
  package func configure(_ text: String) throws {
    let folder = home.file(".config/hsync")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try home.write(Array(text.utf8), to: ".config/hsync/config.toml")
  }

  /// Runs `hsync plan …` with the words of `line`, split at spaces.
  package func plan(_ line: String, input: String = "") throws -> Program.Outcome {
    try hsync.run(["plan"] + line.split(separator: " ").map(String.init), input: Array(input.utf8))
  }

  /// The same of a line that must work.
  @discardableResult
  package func planned(_ line: String, input: String = "") throws -> Program.Outcome {
    let outcome = try plan(line, input: input)
    guard outcome.status == 0 else { throw SetUpError(description: "plan \(line): \(outcome.status) \(outcome.err)") }
    return outcome
  }

  /// The short id of what was added.
  package func add(_ line: String) throws -> String { try planned("add \(line) --quiet").out.trimmingCharacters(in: .newlines) }

  /// A week's items as `2026-02-10 Run`, with a `*` behind those that are done.
  package func items(_ week: String) throws -> [String] {
    try planned("\(week) --json --items").lines.map {
      let item = try JSON(parsing: $0)
      return "\(item["day"].string ?? "") \(item["title"].string ?? "")\(item["completed"].bool == true ? "*" : "")"
    }
  }
}
