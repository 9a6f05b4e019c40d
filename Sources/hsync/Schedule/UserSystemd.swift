import Files
import Foundation
import HealthModel
import Settings

/// The systemd that each user has: its unit files, and the program that talks to it.
struct UserSystemd {
  let systemctl: Tool
  let paths: Paths
  /// `~/.config/systemd/user`.
  let folder: String

  /// `nil` when systemd isn't installed.
  init?(paths: Paths = Paths()) {
    guard let systemctl = Tool("systemctl", paths: paths) else { return nil }
    self.systemctl = systemctl
    self.paths = paths
    folder = paths.home("XDG_CONFIG_HOME", ".config") + "/systemd/user"
  }

  /// Whether it answers; in a container, or after `su`, there often is none.
  var isAvailable: Bool { (try? systemctl.run(["--user", "show", "--property=Version"]))?.status == 0 }

  /// Whether it goes on when the user isn't logged in. `nil` = not known.
  var lingers: Bool? {
    guard let loginctl = Tool("loginctl", paths: paths),
      let outcome = try? loginctl.run(["show-user", String(getuid()), "--property=Linger", "--value"]), outcome.status == 0
    else { return nil }
    return outcome.text == "yes"
  }

  /// The path of a unit's file.
  func path(of unit: String) -> String { "\(folder)/\(unit)" }

  /// Whether a unit's file exists.
  func has(_ unit: String) -> Bool { FileManager.default.fileExists(atPath: path(of: unit)) }

  /// Writes a unit's file, whole or not at all.
  func write(_ text: String, to unit: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path(of: unit)), options: .atomic)
    } catch {
      throw CommandError(.cantCreate, "\(path(of: unit)) can't be written", hint: "check the folder's permissions and space")
    }
  }

  /// Removes files, those that are there, and the folders that nothing else uses.
  func remove(_ paths: [String]) throws {
    for path in paths where unlink(path) != 0 && errno != ENOENT {
      throw CommandError(.noPermission, "\(path) can't be removed: \(String(cString: strerror(errno)))")
    }
    for wants in ["timers.target.wants", "default.target.wants"] { rmdir("\(folder)/\(wants)") }
    rmdir(folder)
  }

  /// The exit status of the last run of a service; `nil` = none has ended yet.
  func lastStatus(of service: String) throws -> Int? {
    let answer = try systemctl.run(["--user", "show", "--property=ExecMainStatus", "--property=ExecMainExitTimestampMonotonic", service])
    let values = answer.text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    func value(_ name: String) -> Int? { values.first { $0.first == name && $0.count == 2 }.flatMap { Int($0[1]) } }
    return value("ExecMainExitTimestampMonotonic").map { $0 > 0 } == true ? value("ExecMainStatus") : nil
  }

  // MARK: - Texts

  /// Lines of a service that take away what it doesn't need. User units can't have what needs privileges (ProtectSystem and the like).
  static let hardening = """
    UMask=0077
    NoNewPrivileges=yes
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
    RestrictNamespaces=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    SystemCallArchitectures=native
    SystemCallFilter=@system-service
    """

  /// The lines of a service for a command line: `ExecStart=` with the program and its arguments, and an `Environment=` for each setting.
  static func start(_ run: ScheduledRun, _ arguments: [String]) -> String {
    // Of a command line systemd also reads `$`.
    let words = [run.program] + arguments
    let line = words.map { quoted($0).split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$") }
    return (["ExecStart=" + line.joined(separator: " ")] + run.environment.map { "Environment=" + quoted("\($0.name)=\($0.value)") })
      .joined(separator: "\n")
  }

  /// Returns a word in quotes for systemd.syntax(7), with specifiers and escapes made literal; bare if it needs none.
  private static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    if isPlain { return word }
    var text = "\""
    for character in word {
      switch character {
      case "\\", "\"": text += "\\\(character)"
      case "%": text += "%%"
      default: text.append(character)
      }
    }
    return text + "\""
  }
}
