import Foundation
import HealthModel
import TestSupport
import Testing

/// `docs/assistants.md` and `docs/sql.md` say what `hsync mcp` does.
@Suite struct AssistantDocsTests {
  private let assistants: String
  private let sql: String

  init() throws {
    func text(_ name: String) throws -> String { String(decoding: try ProjectFiles.bytes(ProjectFiles.path(name)), as: UTF8.self) }
    (assistants, sql) = (try text("docs/assistants.md"), try text("docs/sql.md"))
  }

  /// The calls of the conversation, each with the text that the page shows for it: `> tool {…}`, then the answer.
  private var conversation: [(call: AssistantFixture.Call, answer: String)] {
    guard let start = assistants.range(of: "## A conversation") else { return [] }
    let blocks = assistants[start.upperBound...].split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
    return blocks.flatMap { block in
      block.split(separator: "\n> ").map { part in
        let lines = part.trimmingCharacters(in: .newlines).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", maxSplits: 1)
        let call = AssistantFixture.Call(String(words[0].drop { $0 == ">" || $0 == " " }), words.count > 1 ? String(words[1]) : "{}")
        return (call, lines.count > 1 ? String(lines[1]) : "")
      }
    }
  }

  /// A text without what differs from one run to the next: ids, where the photos are, and the year, which is left out of dates in it.
  private func lasting(_ text: String) -> String {
    text.replacing(AssistantFixture.photos, with: "/home/me/Pictures").replacing(/\[[0-9a-z]{6}\]/, with: "[……]")
      .replacing(/[ ]\d{4}\b/, with: "").split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
  }

  @Test func theConversationIsWhatIsSaid() throws {
    let parts = conversation
    #expect(parts.count >= 7)
    let assistant = try AssistantFixture()
    let results = try assistant.call(parts.map(\.call), ["--allow", "log,plan"])
    for (result, part) in zip(results, parts) {
      #expect(lasting(result.text) == lasting(part.answer), "\(part.call.line)\n\(result.text)")
      #expect(!result.isError, "\(part.call.line)")
    }
  }

  @Test(.enabled(if: AssistantFixture.python != nil, "scripts/setup --assistants wasn't run")) func theOfficialClientIsToldTheSame() throws
  {
    let parts = conversation
    let assistant = try AssistantFixture()
    let (_, results) = try assistant.callOfficially(parts.map(\.call), ["--allow", "log,plan"])
    #expect(results.map { lasting($0.text) } == parts.map { lasting($0.answer) })
  }

  /// The table of tools is the list of the server.
  @Test func everyToolIsInTheTable() throws {
    let assistant = try AssistantFixture(imports: false)
    for (options, column) in [([], ""), (["--allow", "log"], "log"), (["--allow", "plan"], "plan"), (["--allow", "laundry"], "laundry")] {
      let (messages, _) = try assistant.send([AssistantFixture.request(1, "tools/list")], options)
      let tools = messages.first?["result"]["tools"].array?.compactMap { $0["name"].string } ?? []
      let rows = assistants.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|").map(String.init) }
      let expected = rows.filter { row in !row[2].contains("--allow") || (!column.isEmpty && row[2].contains(column)) }
      #expect(tools.sorted() == expected.map { $0[0].filter { $0.isLetter || $0 == "_" } }.sorted(), "\(options)")
    }
  }

  @Test func theLinesForClientsAreJSON() throws {
    let blocks = assistants.split(separator: "```").filter { $0.hasPrefix("json\n") }
    #expect(blocks.count == 2)
    for block in blocks {
      let json = try JSON(parsing: String(block.dropFirst(5)))
      let server = (json["mcpServers"].isNull ? json["servers"] : json["mcpServers"])["hsync"]
      #expect(server["command"].string == "hsync" && server["args"].array?.first?.string == "mcp")
    }
  }

  @Test func theTwentyQuestionsHaveAnswers() throws {
    let queries = sql.split(separator: "```").filter { $0.hasPrefix("sql\n") }.map { String($0.dropFirst(4)) }
    #expect(queries.count == 20)
    let assistant = try AssistantFixture()
    let meal = AssistantFixture.Call("log", #"{"name":"Soup","kcal":250,"at":"2026-03-26 12:30","confirmed":true}"#)
    let run = AssistantFixture.Call(
      "plan_apply", #"{"edits":[{"op":"add","type":"workout","title":"Run","day":"2026-03-27"}],"dry_run":false}"#)
    let calls = queries.map { AssistantFixture.Call("sql", JSON.object([("query", .string($0))]).text) }
    let results = try assistant.call([meal, run] + calls, ["--allow", "log,plan"]).dropFirst(2)
    for (result, query) in zip(results, queries) {
      #expect(!result.isError && result.json["columns"].array?.isEmpty == false, "\(query)\n\(result.text)")
      // The same in the sqlite3 shell.
      let shell = try assistant.person.sqlite(query)
      #expect(shell.status == 0 && shell.out.split(separator: "\n").count == result.json["rows"].array?.count, "\(query)\n\(shell.err)")
    }
    #expect(results.count { $0.json["rows"].array?.isEmpty == false } >= 14, "\(results.map(\.text))")
  }
}
