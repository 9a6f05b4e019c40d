import Foundation

/// This machine's browser.
enum Browser {
  /// How long xdg-open may take to say that there is none; some browsers keep it until they are closed.
  private static let wait = Duration.seconds(3)

  /// Opens a link in it, by xdg-open. `false` = there is no such program, or it found no browser.
  static func open(_ link: String) async -> Bool {
    let opener = Process()
    opener.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    opener.arguments = ["xdg-open", link]
    opener.standardInput = FileHandle.nullDevice
    opener.standardOutput = FileHandle.nullDevice
    opener.standardError = FileHandle.nullDevice
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    opener.terminationHandler = { end.yield($0.terminationStatus == 0) }
    do { try opener.run() } catch { return false }
    let timeout = Task {
      try await Task.sleep(for: wait)
      end.yield(true)
    }
    defer { timeout.cancel() }
    return await ends.first { _ in true } ?? true
  }
}
