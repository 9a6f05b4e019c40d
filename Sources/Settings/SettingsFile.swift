import Files
import Foundation
import HealthModel
import HealthStore
import TOMLKit

/// `config.toml`: read as a whole, and changed by a line.
package struct SettingsFile {
  /// Its path, as it is named by the environment.
  package let path: String
  let paths: Paths

  package init(paths: Paths) {
    path = paths.configuration
    self.paths = paths
  }

  /// Returns the file's text, `nil` if there is no such file.
  ///
  /// - Throws: kind `.configuration` if it can't be read, isn't UTF-8, is too large for settings, or may have been written by others.
  package func text() throws(SettingsError) -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    try checkRights()
    guard let file = FileHandle(forReadingAtPath: path), let bytes = try? file.read(upToCount: SettingsFile.mostBytes + 1) ?? Data() else {
      throw SettingsError(.configuration, "\(path) can't be read as text", hint: "check its permissions and that it is UTF-8")
    }
    guard bytes.count <= SettingsFile.mostBytes else {
      throw SettingsError(
        .configuration, "\(path) is larger than settings are: the limit is \(SettingsFile.mostBytes >> 10) KiB", hint: "\(.settingsFile)")
    }
    guard let text = String(validating: bytes, as: UTF8.self),
      // TOML has no such character; the parser would take it for the end.
      !text.utf8.contains(0)
    else { throw SettingsError(.configuration, "\(path) can't be read as text", hint: "check its permissions and that it is UTF-8") }
    return text
  }

  /// Twenty times what all settings with a comment on each take.
  private static let mostBytes = 64 << 10

  /// Keys of one line may have this many dots together. The parser goes as deep as keys do (toml++ 3.4), and ends the program at some 30,000.
  private static let mostDots = 1000

  /// Refuses what another user wrote or may write: it says which folders are read, and which server is asked about products.
  private func checkRights() throws(SettingsError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SettingsError(.configuration, "\(path) can't be read as text: it isn't a regular file", hint: "\(.settingsFile)")
    }
    if let owner = FileTrust().stranger(at: path) {
      throw SettingsError(
        .configuration, "\(path) belongs to another user (uid \(owner))",
        hint: "check what it says, then: sudo chown $(id -un) \(path.shellWord)")
    }
    if status.st_mode & 0o002 != 0 {
      throw SettingsError(
        .configuration, "\(path) can be changed by all users", hint: "check what it says, then: chmod o-w \(path.shellWord)")
    }
  }

  /// Returns the file's parsed content, `nil` if there is no such file.
  ///
  /// - Throws: kind `.configuration` if it can't be read, or isn't TOML; the latter with the line.
  package func table() throws(SettingsError) -> TOMLTable? {
    guard let text = try text() else { return nil }
    return try table(of: text)
  }

  /// Returns the parsed content of a text that is in the file, or is about to be written to it.
  package func table(of text: String) throws(SettingsError) -> TOMLTable {
    if let line = SettingsFile.lineOfNamelessHeader(in: text) { throw invalid(", line \(line)") }
    if let line = SettingsFile.lineOfDeepKey(in: text) {
      throw SettingsError(.configuration, "\(path), line \(line) has more dots than keys of settings", hint: "fix it: \(.editSettings)")
    }
    do {
      return try TOMLTable(string: text)
    } catch {
      let place = (error as? TOMLParseError).map { ", line \($0.source.begin.line)" } ?? ""
      throw invalid(place)
    }
  }

  private func invalid(_ place: String) -> SettingsError {
    SettingsError(.configuration, "\(path) is not valid TOML\(place)", hint: "fix it: \(.editSettings) (https://toml.io has the syntax)")
  }

  /// The first line with more than `mostDots`, whatever they stand in. `nil` = there is none.
  private static func lineOfDeepKey(in text: String) -> Int? {
    var (line, dots) = (1, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n") { (line, dots) = (line + 1, 0) }
      if byte == UInt8(ascii: ".") { dots += 1 }
      if dots > mostDots { return line }
    }
    return nil
  }

  /// Returns the line at which no key follows a `[`: the parser crashes there instead of refusing the file (toml++ 3.4, `parse_key`). `nil`
  /// = there is none, or only within a value, where it is valid.
  private static func lineOfNamelessHeader(in text: String) -> Int? {
    let bytes = Array(text.utf8)
    var isSuspicious = false
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func skipBlanks() { while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 } }
    while start < bytes.count, !isSuspicious {
      skipBlanks()
      if start < bytes.count, bytes[start] == UInt8(ascii: "[") {
        start += 1
        if start < bytes.count, bytes[start] == UInt8(ascii: "[") { start += 1 }
        skipBlanks()
        isSuspicious = start == bytes.count || !(TOMLScanner.isBare(bytes[start]) || "\"']".utf8.contains(bytes[start]))
      }
      start = (bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count) + 1
    }
    guard isSuspicious else { return nil }
    var scanner = TOMLScanner(bytes)
    return scanner.statements() == nil ? scanner.line : nil
  }

  // MARK: Writing

  /// Sets a value, or takes it away (`nil`): one line changes, all others stay as they are. Two programs that do so at a time do it one after
  /// the other.
  ///
  /// - Parameter edit: The use of the texts of a list.
  /// - Returns: Whether anything changed.
  /// - Throws: kind `.configuration` when the file isn't TOML or says it in a way that a line can't change, `.cantCreate`, `.noPermission` or
  ///   `.io` when it can't be written. Then it is as it was.
  @discardableResult
  package func set(_ setting: Setting, to value: SettingValue?, _ edit: ListEdit = .replaces) throws(SettingsError) -> Bool {
    if value == nil, try text() == nil { return false }
    let lock = try FolderLock(try makeFolder())
    defer { lock.release() }
    let before = try text()
    let table = try self.table(of: before ?? "")
    var value = value
    if edit != .replaces, case .list(let new)? = value {
      let present = try SettingValues(paths: paths, text: before ?? "").inFile(setting) ?? setting.fallback
      if case .list(let old)? = present {
        value = .list(edit == .adds ? old + new.filter { !old.contains($0) } : old.filter { !isAmong(new, $0, of: setting) })
      }
    }
    var expected = TOMLLeaves(table).values
    let key = [setting.section, setting.key]
    let leaf = TOMLLeaves(try self.table(of: value.map { "value = \($0.toml)" } ?? "")).values[["value"]]
    guard expected[key] != leaf else { return false }
    expected[key] = leaf
    let after = try TOMLLines(before ?? "", name: path).setting(setting, to: value?.toml)
    guard let result = try? TOMLTable(string: after), TOMLLeaves(result).values == expected else {
      throw SettingsError(
        .configuration, "\(setting.name) can't be changed by itself in \(path); it is as it was",
        hint: "change it by hand: \(.editSettings)")
    }
    try replace(with: after)
    return true
  }

  /// Whether one of the texts means the same as one in the file, where the home may be `~`.
  private func isAmong(_ texts: [String], _ text: String, of setting: Setting) -> Bool {
    texts.contains(text) || setting.kind == .list(.path) && texts.map(paths.expanded).contains(paths.expanded(text))
  }

  /// Puts another text in the place of what it held, as an editor does.
  ///
  /// - Parameter before: What the other text was made from; `nil` = there was no file.
  /// - Throws: kind `.tryAgain` when it holds something else by now, and as `set`.
  package func replace(_ before: String?, with text: String) throws(SettingsError) {
    let lock = try FolderLock(try makeFolder())
    defer { lock.release() }
    guard try self.text() == before else {
      throw SettingsError(.tryAgain, "\(path) was changed in the meantime by another program", hint: "start again: \(.editSettings)")
    }
    try replace(with: text)
  }

  /// Puts another text in its place: written beside it, flushed to the disk and renamed. Its rights stay; a new file's are 0600. Where the
  /// path is a link, what it leads to is replaced.
  ///
  /// - Throws: as `set`.
  private func replace(with text: String) throws(SettingsError) {
    let target = try target()
    var status = stat()
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o7777 : 0o600
    do {
      try WholeFile.replace(target, with: Array(text.utf8), mode: mode)
    } catch {
      throw failure(error.verb == "made" ? "written" : error.verb, error.number)
    }
  }

  /// Makes the folder that the file lies in, with its parents, as 0700, and returns its path.
  package func makeFolder() throws(SettingsError) -> String {
    let folder = try (target() as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw SettingsError(.cantCreate, "the folder \(folder) can't be created", hint: "check the permissions and space there")
    }
    return folder
  }

  /// The absolute path of the file itself, behind all links.
  private func target() throws(SettingsError) -> String {
    var link = stat()
    if lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK {
      guard let target = realpath(path, nil) else {
        throw SettingsError(.cantCreate, "\(path) is a broken link", hint: "remove it, or make what it leads to")
      }
      defer { free(target) }
      return String(cString: target)
    }
    return path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  private func failure(_ verb: String, _ reason: Int32) -> SettingsError {
    let message = "\(path) can't be \(verb): \(String(cString: strerror(reason)))"
    return switch reason {
    case EACCES, EPERM, EROFS: SettingsError(.noPermission, message, hint: "check the permissions of the file and its folder")
    case ENOSPC, EDQUOT: SettingsError(.io, message, hint: "free some space, then try again")
    default: SettingsError(.cantCreate, message)
    }
  }
}

/// Holds a folder's `flock` while it isn't released, so that one program at a time changes the file in it; the system lets go of it whatever
/// happens to us.
private struct FolderLock {
  private let descriptor: Int32

  /// Waits for the process that holds the lock, which takes milliseconds.
  init(_ folder: String) throws(SettingsError) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SettingsError(
        .noPermission, "the folder \(folder) can't be read: \(String(cString: strerror(errno)))", hint: "check its permissions")
    }
    // A file system without locks changes nothing for a single program.
    _ = takeLock(of: descriptor, LOCK_EX)
  }

  func release() { close(descriptor) }
}
