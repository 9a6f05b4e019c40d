import Foundation
import HealthWeb

/// This machine's browser.
enum Browser {
  /// Opens a link in the browser, with xdg-open.
  ///
  /// - Throws: `WebError` when there is no such program.
  static func open(_ link: String) throws {
    let opener = Process()
    opener.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    opener.arguments = ["xdg-open", link]
    opener.standardInput = FileHandle.nullDevice
    opener.standardOutput = FileHandle.nullDevice
    opener.standardError = FileHandle.nullDevice
    do { try opener.run() } catch {
      throw WebError(.noProgram, "can't start xdg-open", hint: "open the link of --pair yourself", kind: .unavailable)
    }
  }
}
