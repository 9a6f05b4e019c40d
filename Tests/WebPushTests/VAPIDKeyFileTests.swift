import Foundation
import HealthModel
import TestSupport
import Testing

@testable import WebPush

@Suite struct VAPIDKeyFileTests {
  let folder: TemporaryFolder
  let file: VAPIDKeyFile

  init() throws {
    folder = try TemporaryFolder()
    file = VAPIDKeyFile(library: folder.file("library.db"))
  }

  private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } }

  @Test func keyIsMadeOnceAndOnlyItsOwnerMayReadIt() throws {
    #expect(try file.read() == nil)
    let key = try file.key()
    #expect(try file.key().text == key.text)
    #expect(try file.read()?.text == key.text)
    #expect(try names == ["library.db.push-key"])
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == key.text + "\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func programsThatMakeItAtOnceGetTheSameKey() async throws {
    let file = file
    let keys = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try file.key().text } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
    #expect(try names == ["library.db.push-key"], "no temporary file is left")
  }

  @Test(arguments: [
    ("empty", ""), ("newline", "\n"), ("garbage", "hello\n"), ("short", "AAAA\n"), ("two keys", "\(other)\n\(other)\n"),
    ("bytes", "\u{FF}\0\u{7}"), ("large", String(repeating: "A", count: 100_000)),
  ]) func otherContentsAreRefusedAndStay(id: String, text: String) throws {
    try folder.write(text.utf8, to: "library.db.push-key")
    chmod(file.path, 0o600)
    let error = #expect(throws: WebPushError.self, "\(id)") { try file.key() }
    #expect(error?.code == .keyFile)
    #expect(error?.kind == .configuration)
    #expect(error?.message == "\(file.path) doesn't contain a key")
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
  }

  /// The private key of RFC 8291's sender.
  static let other = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"

  @Test func keyWithoutNewlineIsRead() throws {
    try folder.write(Self.other.utf8, to: "library.db.push-key")
    chmod(file.path, 0o600)
    #expect(try file.key().text == Self.other)
  }

  @Test(arguments: [mode_t(0o644), 0o640, 0o620, 0o602]) func fileThatOthersMayUseIsRefused(mode: mode_t) throws {
    try folder.write(Self.other.utf8, to: "library.db.push-key")
    chmod(file.path, mode)
    let error = #expect(throws: WebPushError.self) { try file.key() }
    #expect(error?.kind == .noPermission)
    #expect(error?.message == "\(file.path) may be read or changed by others (\(String(mode, radix: 8)))")
  }

  @Test func linksAndFoldersAreRefused() throws {
    let key = try folder.write(Self.other.utf8, to: "elsewhere")
    chmod(key, 0o600)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: key)
    #expect(try #require(throws: WebPushError.self) { try file.key() }.message == "\(file.path) is a link")
    try FileManager.default.removeItem(atPath: file.path)
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
    #expect(try #require(throws: WebPushError.self) { try file.key() }.message == "\(file.path) isn't a file")
  }

  @Test func missingFolderIsAnError() throws {
    let error = #expect(throws: WebPushError.self) { try VAPIDKeyFile(library: folder.file("no/library.db")).key() }
    #expect(error?.kind == .cantCreate)
    #expect(error?.message.hasSuffix("library.db.push-key can't be made: No such file or directory") == true)
  }
}
