import HealthModel

/// The server's side of the Model Context Protocol as a value: a message in, the next step out. It has no state but the revision agreed on.
///
/// Revision 2026-07-28 is stateless: each request names its revision. Clients of earlier ones begin with `initialize`.
package struct AssistantServer: Sendable {
  /// The action that a message asks for.
  package enum Step: Sendable {
    case answer(JSON)
    /// Do the tool's work, then send what `answered(_:)` makes of the outcome.
    case call(ToolCall)
    /// Read the resource, then send what `answered(_:)` makes of its text.
    case read(ResourceRead)
    /// It wants no answer.
    case nothing
  }

  private let name: String
  private let version: String
  private let instructions: String
  private let tools: [AssistantTool]
  private let withheld: [String: String]
  private let resources: [AssistantResource]
  /// The revision that `initialize` agreed on; `nil` = there was none.
  private(set) var agreed: ProtocolRevision?

  /// - Parameters:
  ///   - name: The program's name.
  ///   - version: The program's version.
  ///   - instructions: What an assistant should know about the answers.
  ///   - withheld: Tools that aren't offered, by name, and the reason as a sentence.
  package init(
    name: String, version: String, instructions: String, tools: [AssistantTool], withheld: [String: String] = [:],
    resources: [AssistantResource]
  ) {
    self.name = name
    self.version = version
    self.instructions = instructions
    self.tools = tools
    self.withheld = withheld
    self.resources = resources
  }

  /// Takes a line of the client.
  package mutating func receive(_ line: LineBuffer.Line) -> Step {
    switch line {
    case .tooLong:
      return .answer(Reply.failure(.null, RPCError(.invalidRequest, "a message must have at most \(LineBuffer.most) bytes")))
    case .line(let bytes):
      do throws(RPCMessage.Fault) {
        guard case .request(let id, let method, let params) = try RPCMessage(bytes) else { return .nothing }
        return step(id, method, params)
      } catch {
        return .answer(Reply.failure(error.id, error.error))
      }
    }
  }

  private mutating func step(_ id: JSON, _ method: String, _ params: JSON) -> Step {
    do throws(RPCError) {
      if method == "initialize" { return .answer(try initialized(id, params)) }
      let reply = Reply(id: id, revision: try revision(of: method, params), server: identity)
      switch method {
      case "server/discover": return .answer(reply.success(discovery, ttlMs: AssistantServer.listTTLMs))
      case "ping" where !reply.revision.isStateless: return .answer(reply.success([]))
      case "tools/list":
        try refuseCursor(params)
        return .answer(reply.success([("tools", .array(tools.map(\.json)))], ttlMs: AssistantServer.listTTLMs))
      case "tools/call": return try call(reply, params)
      case "resources/list":
        try refuseCursor(params)
        return .answer(reply.success([("resources", .array(resources.map(\.json)))], ttlMs: AssistantServer.listTTLMs))
      case "resources/templates/list":
        try refuseCursor(params)
        return .answer(reply.success([("resourceTemplates", .array([]))], ttlMs: AssistantServer.listTTLMs))
      case "resources/read":
        guard let uri = params["uri"].string else { throw RPCError(.invalidParams, "uri must be a text") }
        guard let resource = resources.first(where: { $0.uri == uri }) else {
          throw RPCError(.invalidParams, "no such resource", data: .object([("uri", .string(uri))]))
        }
        return .read(ResourceRead(resource: resource, reply: reply))
      default: throw RPCError(.methodNotFound, "no such method: \(method.printable)")
      }
    } catch {
      return .answer(Reply.failure(id, error))
    }
  }

  /// The time for which clients may keep the lists, in milliseconds: they don't change while the program runs.
  private static let listTTLMs = 3_600_000

  private var identity: JSON { .object([("name", .string(name)), ("title", .string(name)), ("version", .string(version))]) }

  private var capabilities: JSON { .object([("tools", .object([])), ("resources", .object([]))]) }

  private var discovery: [(String, JSON)] {
    [
      ("supportedVersions", .array(ProtocolRevision.allCases.reversed().map { .string($0.rawValue) })), ("capabilities", capabilities),
      ("instructions", .string(instructions)),
    ]
  }

  /// Agrees on the revision that the client wants, or offers the newest that has this handshake.
  private mutating func initialized(_ id: JSON, _ params: JSON) throws(RPCError) -> JSON {
    guard let wanted = params["protocolVersion"].string else { throw RPCError(.invalidParams, "protocolVersion must be a text") }
    let known = ProtocolRevision(rawValue: wanted).flatMap { $0.isStateless ? nil : $0 }
    let revision = known ?? .latestWithHandshake
    agreed = revision
    return Reply(id: id, revision: revision, server: identity).success([
      ("protocolVersion", .string(revision.rawValue)), ("capabilities", capabilities), ("serverInfo", identity),
      ("instructions", .string(instructions)),
    ])
  }

  /// The revision of a request: the one that it names, else the one agreed on.
  private func revision(of method: String, _ params: JSON) throws(RPCError) -> ProtocolRevision {
    let meta = params["_meta"]
    let named = meta["io.modelcontextprotocol/protocolVersion"]
    if named.isNull {
      if method == "server/discover" { return .july2026 }
      if let agreed { return agreed }
      if method == "ping" { return .latestWithHandshake }
      throw RPCError(.invalidRequest, "name a revision in _meta, or begin with initialize")
    }
    guard let revision = named.string.flatMap(ProtocolRevision.init(rawValue:)), revision.isStateless else {
      throw RPCError(
        .unsupportedVersion, "the revision isn't supported",
        data: .object([
          ("supported", .array(ProtocolRevision.allCases.reversed().map { .string($0.rawValue) })),
          ("requested", .string(named.string ?? named.text)),
        ]))
    }
    guard meta["io.modelcontextprotocol/clientCapabilities"].members != nil else {
      throw RPCError(.invalidParams, "_meta must have io.modelcontextprotocol/clientCapabilities, an object")
    }
    return revision
  }

  private func refuseCursor(_ params: JSON) throws(RPCError) {
    if !params["cursor"].isNull { throw RPCError(.invalidParams, "there is no further page") }
  }

  private func call(_ reply: Reply, _ params: JSON) throws(RPCError) -> Step {
    guard let name = params["name"].string else { throw RPCError(.invalidParams, "name must be a text") }
    guard let tool = tools.first(where: { $0.name == name }) else {
      if let reason = withheld[name] { return .answer(reply.success(ToolAnswer(error: reason).members(in: reply.revision))) }
      throw RPCError(.invalidParams, "no such tool: \(String(name.prefix(RPCMessage.mostNameBytes)).printable)")
    }
    let arguments = params["arguments"]
    guard arguments.isNull || arguments.members != nil else { throw RPCError(.invalidParams, "arguments must be an object") }
    if let fault = ToolArgument.fault(of: arguments, as: tool.arguments) {
      return .answer(reply.success(ToolAnswer(error: "\(name): \(fault)").members(in: reply.revision)))
    }
    return .call(ToolCall(tool: name, arguments: arguments, reply: reply))
  }
}
