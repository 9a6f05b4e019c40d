import HealthModel

/// A call of a tool, with arguments that fit it.
package struct ToolCall: Sendable {
  /// The tool's name.
  package let tool: String
  /// An object, or `null` without any.
  package let arguments: JSON
  let reply: Reply

  /// The message with the tool's answer.
  package func answered(_ answer: ToolAnswer) -> JSON { reply.success(answer.members(in: reply.revision)) }
}
