import HealthModel
import Testing

@testable import AssistantProtocol

/// The server's side of the protocol, without a program around it.
@Suite struct AssistantServerTests {
  private static let echo = AssistantTool(
    "echo", title: "Echo", description: "Says it again.",
    arguments: [
      ToolArgument("text", .text(most: 5), required: true, "what to say"), ToolArgument("times", .integer(1...3), "how often"),
      ToolArgument("loud", .flag, "whether to shout"), ToolArgument("voice", .choice(["low", "high"]), "which"),
      ToolArgument("speed", .number(0.5...2), "how fast"), ToolArgument("notes", .objects(most: 1), "more"),
    ], output: .object([("type", .string("object"))]))
  private static let today = AssistantResource(
    "hsync://today", name: "today", title: "Today", description: "The day.", type: "application/json")

  private func server() -> AssistantServer {
    AssistantServer(
      name: "hsync", version: "1.0", instructions: "Units are in the keys.", tools: [AssistantServerTests.echo],
      withheld: ["log": "log isn't allowed"], resources: [AssistantServerTests.today])
  }

  private static let meta = """
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}
    """

  private func step(_ text: String, _ server: inout AssistantServer) -> AssistantServer.Step { server.receive(.line(Array(text.utf8))) }

  private func answer(_ text: String, to server: AssistantServer? = nil) throws -> JSON {
    var server = server ?? self.server()
    guard case .answer(let json) = step(text, &server) else { throw NoAnswer() }
    #expect(json["jsonrpc"].string == "2.0")
    return json
  }

  private struct NoAnswer: Error {}

  private func code(_ text: String) throws -> Int64? { try answer(text)["error"]["code"].int }

  // MARK: Messages

  @Test(arguments: [
    ("{", -32700), ("", -32700), ("nonsense", -32700), (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32700), ("[]", -32600),
    ("1", -32600),
    (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600), (#"{"id":1,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":-9223372036854775808,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1}"#, -32600), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602), (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, -32602),
  ])
  func aWrongMessageHasItsCode(text: String, code: Int64) throws {
    let json = try answer(text)
    #expect(json["error"]["code"].int == code, "\(json.text)")
    #expect(json["error"]["message"].string?.isEmpty == false)
  }

  @Test func theIDOfAWrongMessageComesBackWhereItIsOne() throws {
    #expect(try answer(#"{"jsonrpc":"1.0","id":"a7","method":"ping"}"#)["id"].string == "a7")
    #expect(try answer(#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#)["id"].isNull)
  }

  @Test func deepAndLargeMessagesAreRefused() throws {
    let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    #expect(try code(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":\#(deep)}}"#) == -32600)
    let many = Array(repeating: "0", count: 60_000).joined(separator: ",")
    #expect(try code(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[\#(many)]}}"#) == -32700)
    var server = server()
    guard case .answer(let json) = server.receive(.tooLong) else { throw NoAnswer() }
    #expect(json["error"]["code"].int == -32600 && json["id"].isNull)
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    #"{"jsonrpc":"2.0","method":"unknown"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
    #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#,
  ])
  func notificationsAndResponsesHaveNoAnswer(text: String) {
    var server = server()
    if case .nothing = step(text, &server) { return }
    Issue.record("\(text) was answered")
  }

  @Test func linesComeInAnyPieces() {
    var buffer = LineBuffer(most: 5)
    #expect(buffer.add(Array("ab".utf8)).isEmpty)
    #expect(buffer.add(Array("c\r\n\n\r\nde\nf".utf8)) == [.line(Array("abc".utf8)), .line(Array("de".utf8))])
    #expect(buffer.add(Array("123456".utf8)).isEmpty)
    #expect(buffer.add(Array("7\n12345\n".utf8)) == [.tooLong, .line(Array("12345".utf8))])
    #expect(buffer.add(Array("rest".utf8)).isEmpty && buffer.finish() == [.line(Array("rest".utf8))] && buffer.finish().isEmpty)
  }

  // MARK: Revisions

  @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
  func aRevisionWithAHandshakeIsAgreedOn(revision: String) throws {
    var server = server()
    guard
      case .answer(let json) = step(
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(revision)","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#,
        &server)
    else { throw NoAnswer() }
    #expect(json["result"]["protocolVersion"].string == revision && json["result"]["serverInfo"]["name"].string == "hsync")
    let listed = try answer(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, to: server)["result"]
    #expect(listed["resultType"].isNull && listed["ttlMs"].isNull && listed["tools"].array?.count == 1)
    #expect(try answer(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#, to: server)["result"].text == "{}")
  }

  @Test(arguments: ["2026-07-28", "1999-01-01", "zzz"]) func otherRevisionsAreOfferedTheNewestWithAHandshake(revision: String) throws {
    let json = try answer(#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(revision)"}}"#)
    #expect(json["result"]["protocolVersion"].string == "2025-11-25")
  }

  @Test func theStatelessRevisionNeedsNoHandshake() throws {
    let found = try answer(#"{"jsonrpc":"2.0","id":"d","method":"server/discover","params":{\#(AssistantServerTests.meta)}}"#)["result"]
    #expect(found["resultType"].string == "complete" && found["cacheScope"].string == "private" && found["ttlMs"].int == 3_600_000)
    #expect(found["supportedVersions"].array?.compactMap(\.string).first == "2026-07-28" && found["supportedVersions"].array?.count == 5)
    #expect(found["capabilities"]["tools"].members != nil && found["instructions"].string == "Units are in the keys.")
    #expect(found["_meta"]["io.modelcontextprotocol/serverInfo"]["version"].string == "1.0")
    let tools = try answer(#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(AssistantServerTests.meta)}}"#)["result"]
    #expect(tools["resultType"].string == "complete" && tools["cacheScope"].string == "private")
    #expect(try code(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{\#(AssistantServerTests.meta)}}"#) == -32601)
  }

  @Test(arguments: ["2025-11-25", "2027-01-01"]) func anotherRevisionInTheRequestIsRefused(revision: String) throws {
    let text = AssistantServerTests.meta.replacing("2026-07-28", with: revision)
    let error = try answer(#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(text)}}"#)["error"]
    #expect(error["code"].int == -32022 && error["data"]["requested"].string == revision)
    #expect(error["data"]["supported"].array?.contains(.string("2026-07-28")) == true)
  }

  @Test func theCapabilitiesOfTheClientMustBeNamed() throws {
    let text =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#
    #expect(try code(text) == -32602)
  }

  // MARK: Tools and resources

  private func call(_ arguments: String, tool: String = "echo") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments),\#(AssistantServerTests.meta)}}"#
  }

  @Test func aToolIsDescribed() throws {
    let json = try answer(#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(AssistantServerTests.meta)}}"#)
    let tool = try #require(json["result"]["tools"].array?.first)
    #expect(tool["annotations"]["readOnlyHint"].bool == true && tool["annotations"]["destructiveHint"].bool == false)
    #expect(tool["inputSchema"]["required"].text == #"["text"]"# && tool["inputSchema"]["additionalProperties"].bool == false)
    #expect(tool["inputSchema"]["properties"]["times"].text == #"{"type":"integer","minimum":1,"maximum":3,"description":"how often"}"#)
  }

  @Test func aCallIsHandedOnAndAnswered() throws {
    var server = server()
    guard case .call(let call) = step(call(#"{"text":"hi","times":2,"voice":null}"#), &server) else { throw NoAnswer() }
    #expect(call.tool == "echo" && call.arguments["text"].string == "hi")
    let result = call.answered(ToolAnswer("hi hi", .object([("said", .string("hi hi"))])))["result"]
    #expect(result["structuredContent"]["said"].string == "hi hi" && result["isError"].bool == false)
    #expect(result["content"].array?.first?["text"].string == "hi hi")
    let failed = call.answered(ToolAnswer(error: "no voice", hint: "drink"))["result"]
    #expect(failed["isError"].bool == true && failed["structuredContent"].isNull)
    #expect(failed["content"].array?.first?["text"].string == "no voice\nhint: drink")
  }

  @Test func clientsBeforeStructuredResultsGetThemAsText() throws {
    var server = server()
    _ = step(#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}"#, &server)
    let text = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}"#
    guard case .call(let call) = step(text, &server) else { throw NoAnswer() }
    let result = call.answered(ToolAnswer("hi", .object([("said", .string("hi"))])))["result"]
    #expect(result["structuredContent"].isNull && result["content"].array?.last?["text"].string == #"{"said":"hi"}"#)
  }

  @Test(arguments: [
    ("{}", "text"), (#"{"text":7}"#, "text must be a text"), (#"{"text":"123456"}"#, "at most 5"),
    (#"{"text":"a","times":4}"#, "from 1 to 3"),
    (#"{"text":"a","times":1.5}"#, "whole number"), (#"{"text":"a","times":99999999999999999999}"#, "whole number"),
    (#"{"text":"a","loud":"yes"}"#, "true or false"), (#"{"text":"a","voice":"LOW"}"#, "low, high"),
    (#"{"text":"a","speed":1e999}"#, "0.5 to 2"),
    (#"{"text":"a","notes":[1]}"#, "array of objects"), (#"{"text":"a","notes":[{},{}]}"#, "at most 1"),
    (#"{"text":"a","volume":3}"#, "no argument volume"),
  ])
  func wrongArgumentsAreAnAnswerThatTheAssistantCanCorrect(arguments: String, words: String) throws {
    let result = try answer(call(arguments))["result"]
    #expect(result["isError"].bool == true)
    #expect(result["content"].array?.first?["text"].string?.contains(words) == true, "\(result.text)")
  }

  @Test func unknownToolsAreAnErrorAndWithheldOnesSayWhy() throws {
    #expect(try code(call("{}", tool: "rm")) == -32602)
    #expect(
      try code(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":[],\#(AssistantServerTests.meta)}}"#)
        == -32602)
    let result = try answer(call("{}", tool: "log"))["result"]
    #expect(result["isError"].bool == true && result["content"].array?.first?["text"].string == "log isn't allowed")
  }

  @Test func aResourceIsReadByItsAddressAlone() throws {
    func read(_ uri: String) -> String {
      #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"\#(uri)",\#(AssistantServerTests.meta)}}"#
    }
    var server = server()
    guard case .read(let request) = step(read("hsync://today"), &server) else { throw NoAnswer() }
    let result = request.answered("{}")["result"]
    #expect(result["contents"].array?.first?["mimeType"].string == "application/json" && result["ttlMs"].int == 0)
    for uri in ["file:///etc/passwd", "hsync://today/../..", "", "HSYNC://TODAY"] { #expect(try code(read(uri)) == -32602) }
  }
}
