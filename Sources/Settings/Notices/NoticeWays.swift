import Files
import HealthModel
import HealthStore
import Notices
import Transport

/// The ways of delivery that the settings name, and the browsers that asked for notices.
package struct NoticeWays {
  /// The names of all ways that a user can set up here.
  package static let names = ["desktop", "command", "ntfy", "mail"]

  /// The ways that can be used.
  package let ways: [any NoticeWay]
  /// The first fault of the settings of another one; `nil` = there is none.
  package let fault: (any UserFacingError)?

  /// Sets up the ways.
  ///
  /// - Parameters:
  ///   - library: The library whose browsers get notices.
  ///   - transport: Used by those that send over the network.
  ///   - paths: The environment, for the folders of programs.
  ///   - now: The clock, in milliseconds UTC.
  ///   - allowsLoopback: For tests: whether a push service may be on this machine.
  package init(
    _ settings: Configuration, library: Library, transport: some Transport, paths: Paths = Paths(),
    now: @escaping @Sendable () -> Int64 = { LocalClock.nowMs }, allowsLoopback: Bool = false
  ) {
    var ways: [any NoticeWay] = []
    var fault: (any UserFacingError)?
    for name in settings.notices.ways {
      do { ways.append(try NoticeWays.way(name, settings, transport, paths)) } catch {
        fault = fault ?? (error as? any UserFacingError)
      }
    }
    do {
      ways += try BrowserWays(library, settings, transport: transport, now: now, allowsLoopback: allowsLoopback).all()
    } catch {
      fault = fault ?? (error as? any UserFacingError)
    }
    (self.ways, self.fault) = (ways, fault)
  }

  private static func way(
    _ name: String, _ settings: Configuration, _ transport: some Transport, _ paths: Paths
  ) throws -> any NoticeWay {
    let notices = settings.notices
    switch name {
    case "command":
      return CommandWay(try needed(notices.command, .noticeCommand), input: notices.isCommandInputJSON ? .json : .text)
    case "ntfy":
      return NtfyWay(
        url: try needed(notices.ntfyURL, .ntfyURL), token: try notices.ntfyTokenFile.map(token), userAgent: "hsync/\(Version.text)",
        allowsInsecureHTTP: settings.allowsInsecureHTTP, transport: transport)
    case "mail":
      return MailWay(to: try MailAddress(needed(notices.mailTo, .mailTo)), from: try notices.mailFrom.map { try MailAddress($0) })
    default:
      return DesktopWay(folders: paths.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin")
    }
  }

  private static func needed(_ value: String?, _ setting: Setting) throws(SettingsError) -> String {
    if let value, !value.isEmpty { return value }
    throw SettingsError(
      .configuration, "\(setting.name) isn't set", hint: "for example: \(setting.name) = \(setting.example); \(.settingsFile)")
  }

  /// The first line of a file that only its owner can read.
  private static func token(in path: String) throws(SettingsError) -> String {
    let bytes: [UInt8]?
    do throws(PrivateFile.Fault) { bytes = try PrivateFile.bytes(of: path, most: 4096) } catch {
      let reason =
        switch error {
        case .exposed: "other users may read it"
        case .foreign, .link, .notAFile: "it isn't a file of yours"
        case .tooLarge: "it is too large for a token"
        case .system: "it can't be read"
        }
      throw SettingsError(
        .configuration, "\(path) isn't used: \(reason)", hint: "make it readable for you alone: chmod 600 \(path.shellWord)")
    }
    guard let bytes else {
      throw SettingsError(.configuration, "\(path) is missing", hint: "it holds the token of \(Setting.ntfyURL.name)")
    }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard !line.isEmpty, line.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
      throw SettingsError(.configuration, "\(path) doesn't hold an access token", hint: "put the token on its first line")
    }
    return String(decoding: line, as: UTF8.self)
  }
}
