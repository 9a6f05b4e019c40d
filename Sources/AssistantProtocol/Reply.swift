import HealthModel

/// Makes the answer to one request, in the form of its revision.
struct Reply: Sendable {
  let id: JSON
  let revision: ProtocolRevision
  /// The server's name and version.
  let server: JSON

  /// The answer that something succeeded.
  ///
  /// - Parameter ttlMs: For how long the client may keep it; `nil` = it isn't one that is kept.
  func success(_ members: [(String, JSON)], ttlMs: Int? = nil) -> JSON {
    var members = members
    if revision.isStateless {
      members.insert(("resultType", .string("complete")), at: 0)
      if let ttlMs { members += [("ttlMs", JSON(ttlMs)), ("cacheScope", .string("private"))] }
      members.append(("_meta", .object([("io.modelcontextprotocol/serverInfo", server)])))
    }
    return .object([("jsonrpc", .string("2.0")), ("id", id), ("result", .object(members))])
  }

  /// The answer that something failed. `null` is the id of a message that couldn't be read.
  static func failure(_ id: JSON, _ error: RPCError) -> JSON {
    .object([("jsonrpc", .string("2.0")), ("id", id), ("error", error.json)])
  }
}
