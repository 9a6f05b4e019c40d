import AssistantProtocol
import HealthModel

/// A tool with what it does.
protocol AssistantAction: Sendable {
  /// Its description.
  var tool: AssistantTool { get }
  /// Any of these is needed; empty = it only reads.
  var permissions: Set<AssistantPermission> { get }

  /// Does it.
  ///
  /// - Parameter arguments: They fit the tool's description; `null` = there are none.
  /// - Throws: `UserFacingError`, which the assistant gets as the answer.
  func run(_ arguments: JSON, in session: AssistantSession) async throws -> ToolAnswer
}

extension AssistantAction {
  var permissions: Set<AssistantPermission> { [] }

  /// Whether a session with those permissions offers it.
  func isAllowed(_ allowed: Set<AssistantPermission>) -> Bool { permissions.isEmpty || !permissions.isDisjoint(with: allowed) }

  /// The reason why it isn't offered, and the remedy.
  var refusal: String {
    let names = permissions.map(\.rawValue).sorted().joined(separator: " or ")
    return "\(tool.name) isn't allowed; nothing was written\nhint: the user can start hsync mcp with --allow \(names)"
  }
}
