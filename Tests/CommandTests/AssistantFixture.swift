import Foundation
import HealthModel
import TestSupport

/// A person with the samples imported, and an assistant that talks to `hsync mcp`.
struct AssistantFixture {
  let person: Household
  /// The folder of the sample photos.
  static let photos = ProjectFiles.path("samples/photos")

  /// A call of a tool.
  struct Call {
    let tool: String
    /// An object as JSON.
    let arguments: String

    init(_ tool: String, _ arguments: String = "{}") {
      self.tool = tool
      self.arguments = arguments
    }

    /// A line for the client in `Tests/Assistants`.
    var line: String { #"{"tool":"\#(tool)","arguments":\#(arguments)}"# }
  }

  /// The result of a call.
  struct Result {
    let text: String
    let isError: Bool
    let json: JSON
  }

  /// The client's Python, where `scripts/setup --assistants` made it; `nil` = it didn't.
  static let python: String? = {
    let path = ProjectFiles.path(".venv-assistants/bin/python")
    return access(path, X_OK) == 0 ? path : nil
  }()

  /// - Parameters:
  ///   - imports: Whether the sample of health data is imported.
  ///   - hasPlans: Whether there are a diet plan, a laundry pet, a food catalogue and a forecast, too.
  init(imports: Bool = true, hasPlans: Bool = false) throws {
    person = try Household()
    try run(imports ? ["import", ProjectFiles.path("samples/health/export.zip")] : ["today"])
    guard hasPlans else { return }
    try run(["diet", "setup"] + DietCommandTests.answers.split(separator: " ").map(String.init) + ["--start", "-27"])
    try run(["laundry", "add", "Snowy"])
    try run(["foods", "import", ProjectFiles.path("samples/foods.tsv"), "--quiet"])
    let service = try FakeForecast(from: Int64(Date().timeIntervalSince1970 * 1000))
    try person.configure(service.settings)
    try run(["go", "--refresh"])
  }

  private func run(_ words: [String]) throws {
    let outcome = try person.hsync.run(words)
    guard outcome.status == 0 else { throw SetUpError(description: outcome.err) }
  }

  /// The words that start the server.
  func words(_ options: [String]) -> [String] {
    ["mcp", "--offline", "--products", ProjectFiles.path("samples/products.tsv"), "--photos", AssistantFixture.photos] + options
  }

  /// Sends lines, and ends.
  func send(_ lines: [String], _ options: [String] = []) throws -> (messages: [JSON], outcome: Program.Outcome) {
    let outcome = try person.hsync.run(words(options), input: Array((lines.joined(separator: "\n") + "\n").utf8))
    return (try outcome.lines.map { try JSON(parsing: $0) }, outcome)
  }

  /// A request of revision 2026-07-28.
  static func request(_ id: Int, _ method: String, _ params: String = "") -> String {
    let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(params.isEmpty ? "" : params + ",")\#(meta)}}"#
  }

  /// Calls tools in one conversation, without the official client.
  func call(_ calls: [Call], _ options: [String] = []) throws -> [Result] {
    let lines = calls.enumerated().map { index, call in
      AssistantFixture.request(index, "tools/call", #""name":"\#(call.tool)","arguments":\#(call.arguments)"#)
    }
    let (messages, outcome) = try send(lines, options)
    guard outcome.status == 0, messages.count == calls.count else { throw SetUpError(description: "\(outcome.out)\n\(outcome.err)") }
    return messages.map { message in
      let result = message["result"]
      return Result(
        text: result["content"].array?.first?["text"].string ?? message["error"]["message"].string ?? "",
        isError: result["isError"].bool ?? true, json: result["structuredContent"])
    }
  }

  /// The same by the official client, and what it found the server to be.
  func callOfficially(_ calls: [Call], mode: String = "auto", _ options: [String] = []) throws -> (server: JSON, results: [Result]) {
    guard let python = AssistantFixture.python else { throw SetUpError(description: "scripts/setup --assistants wasn't run") }
    var client = Program(python, home: person.home, environment: person.hsync.environment)
    client.environment["PYTHONDONTWRITEBYTECODE"] = "1"
    let outcome = try client.run(
      [ProjectFiles.path("Tests/Assistants/client.py"), mode, Program.folder + "/hsync"] + words(options),
      input: Array(calls.map(\.line).joined(separator: "\n").utf8))
    guard outcome.status == 0 else { throw SetUpError(description: "\(outcome.out)\n\(outcome.err)") }
    let lines = try outcome.lines.map { try JSON(parsing: $0) }
    guard let server = lines.first else { throw SetUpError(description: outcome.err) }
    return (
      server, lines.dropFirst().map { Result(text: $0["text"].string ?? "", isError: $0["is_error"].bool ?? true, json: $0["structured"]) }
    )
  }

  /// The library's bytes: the file and what isn't in it yet.
  func bytes() throws -> [[UInt8]] {
    ["", "-wal"].map { end in FileManager.default.contents(atPath: person.library + end).map { Array($0) } ?? [] }
  }
}
