import Files
import Glibc

/// Shows notices on the desktop, by libnotify's `notify-send`.
package struct DesktopWay: NoticeWay {
  package let id = "desktop"
  private let folders: String
  private let limit: Duration

  /// The desktop of this session.
  ///
  /// - Parameters:
  ///   - folders: The folders in which `notify-send` is looked for, as in `PATH`.
  ///   - limit: The time after which it is ended.
  package init(folders: String, limit: Duration = .seconds(30)) {
    self.folders = folders
    self.limit = limit
  }

  package func deliver(_ message: NoticeMessage) async throws(DeliveryFailure) {
    guard let tool = Tool("notify-send", in: folders) else {
      throw DeliveryFailure(.unreachable, "notify-send isn't installed (Debian package libnotify-bin)")
    }
    try await ToolDelivery.run(tool, DesktopWay.arguments(message), variables: DesktopWay.session(), limit: limit)
  }

  /// The arguments for a message. A title is plain text. A body is markup (Desktop Notifications Specification 1.2), in
  /// which `notify-send` first replaces escapes like `\n`.
  static func arguments(_ message: NoticeMessage) -> [String] {
    let urgency =
      switch message.priority {
      case .low: "low"
      case .normal: "normal"
      case .high: "critical"
      }
    let lines = [message.body, message.link ?? ""].filter { !$0.isEmpty }
    return ["-a", "hsync", "-u", urgency, "--", message.title, escaped(lines.joined(separator: "\n"))]
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// The address of the user's session bus where the environment doesn't name it: cron doesn't.
  private static func session() -> [String: String] {
    let socket = "/run/user/\(getuid())/bus"
    guard getenv("DBUS_SESSION_BUS_ADDRESS") == nil, access(socket, F_OK) == 0 else { return [:] }
    return ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket)"]
  }
}
