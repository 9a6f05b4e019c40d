import HealthModel

/// A tool that a server offers: what it is for, what it takes and what it returns.
package struct AssistantTool: Sendable {
  /// The effect of a tool besides its answer.
  package enum Effect: Sendable {
    /// It changes nothing.
    case reads
    /// It adds records.
    case adds
    /// It changes or removes records.
    case changes
  }

  /// Lower case letters and `_`.
  package let name: String
  /// For people.
  package let title: String
  /// For the assistant.
  package let description: String
  package let arguments: [ToolArgument]
  /// The JSON Schema of the structured result, which is always an object.
  package let output: JSON
  package let effect: Effect
  /// Whether it asks others, by the network.
  package let isOpenWorld: Bool

  /// A tool with everything given.
  package init(
    _ name: String, title: String, description: String, arguments: [ToolArgument] = [], output: JSON, effect: Effect = .reads,
    isOpenWorld: Bool = false
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.arguments = arguments
    self.output = output
    self.effect = effect
    self.isOpenWorld = isOpenWorld
  }

  /// As in the answer to `tools/list`.
  var json: JSON {
    .object([
      ("name", .string(name)), ("title", .string(title)), ("description", .string(description)),
      ("inputSchema", ToolArgument.schema(of: arguments)), ("outputSchema", output),
      (
        "annotations",
        .object([
          ("title", .string(title)), ("readOnlyHint", .bool(effect == .reads)), ("destructiveHint", .bool(effect == .changes)),
          ("idempotentHint", .bool(effect == .reads)), ("openWorldHint", .bool(isOpenWorld)),
        ])
      ),
    ])
  }
}
