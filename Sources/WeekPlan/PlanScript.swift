import HealthModel

/// Edits as a script writes them: JSON objects, one a line. Blank lines and lines that begin with `#` are skipped.
///
/// `{"op":"add","type":"workout","title":"Run","day":"fri"}`; a line without `op` is a whole item as `hsync plan --json --items` prints it.
package struct PlanScript: Sendable, Equatable {
  /// The edits, in the order of the script.
  package private(set) var edits: [PlanEdit] = []
  /// The line of each edit, from 1.
  package private(set) var lines: [Int] = []

  /// Parses a script without applying it.
  ///
  /// - Parameters:
  ///   - week: The week of the days `mon`…`sun`.
  ///   - today: The base of `today` and `+2`.
  /// - Throws: an error that names the line: invalid JSON, an unknown operation or key, a missing key, or an invalid
  ///   value.
  package init(parsing bytes: some Collection<UInt8>, week: ISOWeek, today: Day) throws(PlanError) {
    var number = 0
    for var line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
      guard let first = line.first(where: { !PlanScript.isSpace($0) }), first != UInt8(ascii: "#") else { continue }
      do {
        edits.append(try PlanLine(PlanScript.object(line), week: week, today: today).edit())
        lines.append(number)
      } catch {
        throw error.at(number)
      }
    }
  }

  /// A failure of one of the edits, with its line.
  package func located(_ failure: PlanFailure) -> PlanError {
    let error = PlanError(failure.kind, failure.message, hint: failure.hint)
    return lines.indices.contains(failure.index) ? error.at(lines[failure.index]) : error
  }

  private static func object(_ line: some Collection<UInt8>) throws(PlanError) -> JSON {
    let json: JSON
    do { json = try JSON(parsing: line, by: JSON.ReadingRules(refusesHalves: true)) } catch {
      throw PlanError("not a JSON object: \(error)", hint: "one object on each line; jq prints them so with -c")
    }
    guard json.members != nil else { throw PlanError("not a JSON object", hint: "one object on each line; of an array: jq -c '.[]'") }
    // A text of SQLite ends at a NUL for most of what reads it.
    if let member = json.members?.first(where: { $0.value.string?.contains("\0") == true }) {
      throw PlanError("\"\(member.key)\" has a NUL character in it")
    }
    return json
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

extension PlanError {
  /// The same of a line of a script: what would be a wrong command line is wrong data there.
  func at(_ line: Int) -> PlanError { PlanError(kind == .usage ? .badData : kind, "line \(line): \(message)", hint: hint, line: line) }
}
