import Files
import HealthModel

/// Gives notices to a command of the user's, on its standard input.
package struct CommandWay: NoticeWay {
  /// The form of the input.
  package enum Input: String, Sendable, CaseIterable {
    /// A line with an object: `id`, `source`, `kind`, `title`, `body`, `link`, `category`, `priority`, `fire_at_ms`, `actions`.
    case json
    /// The title, the body and the address, each on lines of its own.
    case text
  }

  package let id = "command"
  private let command: String
  private let input: Input
  private let limit: Duration

  /// A command.
  ///
  /// - Parameters:
  ///   - command: Run by `/bin/sh`, so that it may have arguments. Status 0 means delivered; 1 to 127 means not delivered,
  ///     and it is tried again.
  ///   - input: The form of its input.
  ///   - limit: The time after which it is ended.
  package init(_ command: String, input: Input = .text, limit: Duration = .seconds(30)) {
    self.command = command
    self.input = input
    self.limit = limit
  }

  package func deliver(_ message: NoticeMessage) async throws(DeliveryFailure) {
    let text = input == .json ? message.json.text + "\n" : message.plainText
    try await ToolDelivery.run(Tool(path: "/bin/sh"), ["-c", command], input: Array(text.utf8), limit: limit)
  }
}
