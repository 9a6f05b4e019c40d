import HealthModel

/// A request to read a resource.
package struct ResourceRead: Sendable {
  package let resource: AssistantResource
  let reply: Reply

  /// The message with the resource's text. The client may not keep it: it may change at any time.
  package func answered(_ text: String) -> JSON {
    let content = JSON.object([("uri", .string(resource.uri)), ("mimeType", .string(resource.type)), ("text", .string(text))])
    return reply.success([("contents", .array([content]))], ttlMs: 0)
  }

  /// The message that it can't be read; `sentence` says why.
  package func failed(_ sentence: String) -> JSON { Reply.failure(reply.id, RPCError(.internalError, sentence)) }
}
