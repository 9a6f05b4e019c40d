import ArgumentParser
import AssistantProtocol
import Foundation
import HealthModel
import Settings

/// `hsync mcp`: the library for assistants.
struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve the library to an assistant, by the Model Context Protocol on standard input and output.",
    discussion: """
      An assistant's program starts it; docs/assistants.md has the lines to add. Without --allow, the library is opened read-only. \
      Photos are read only below the folders of --photos.
      """)

  @Option(help: ArgumentHelp("What the assistant may write: log, plan, laundry, or some of them with commas.", valueName: "list"))
  var allow = PermissionList()

  @Option(help: ArgumentHelp("A folder of photos that may be scanned; may be repeated.", valueName: "folder"), completion: .directory)
  var photos: [String] = []

  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    // What is printed for people goes into the texts of answers.
    Terminal.colorChoice.withLock { $0 = .never }
    let named = try library.named
    let session = AssistantSession(
      file: try library.file, makesFolder: named == nil, permissions: allow.permissions, photos: try PhotoFolders(photos),
      sources: products.sources)
    if Terminal.isTerminal(STDIN_FILENO) {
      Output.notice("hsync mcp speaks to an assistant's program: docs/assistants.md says how to add it")
    }
    var assistant = Assistant(session)
    var lines = LineBuffer()
    while let bytes = try MCPCommand.read() {
      for line in lines.add(bytes) { await assistant.receive(line)?.sent() }
    }
    for line in lines.finish() { await assistant.receive(line)?.sent() }
  }

  /// The bytes that have arrived on standard input, waiting for them; `nil` = its end.
  private static func read() throws(CommandError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
      if count > 0 { return Array(bytes[..<count]) }
      if count == 0 { return nil }
      guard errno == EINTR else { throw CommandError(.io, "standard input can't be read: \(String(cString: strerror(errno)))") }
    }
  }
}

extension JSON {
  /// Writes it as a message.
  fileprivate func sent() { Output.json(self) }
}

extension MCPCommand: NeedingSettings {
  var settingsNeed: SettingsNeed { allow.permissions.isEmpty ? .tells : .refuses }
}
