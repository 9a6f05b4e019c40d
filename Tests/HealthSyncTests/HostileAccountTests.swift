import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthSync

/// An account that somebody else put beside the library, and addresses that are none.
@Suite("F11: accounts of others") struct HostileAccountTests {
  private let folder: TemporaryFolder
  private var file: AccountFile { AccountFile(library: folder.file("lib.db")) }

  init() throws {
    folder = try TemporaryFolder()
    try file.write(BackendAccount(url: "https://example.org", token: "t"))
  }

  private func refusal() -> String? {
    let error = #expect(throws: SyncError.self) { try file.read() }
    #expect(error?.kind == .noPermission)
    return error?.message
  }

  @Test func accountOfTheUserIsRead() throws { #expect(try file.read()?.url == "https://example.org") }

  @Test(arguments: [0o666, 0o640, 0o604, 0o620])
  func accountThatOthersMayReadOrChangeIsRefused(mode: Int) {
    chmod(file.path, mode_t(mode))
    #expect(refusal() == "\(file.path) may be read or changed by others (\(String(mode, radix: 8))), so its address isn't used")
  }

  @Test func linkIsRefused() throws {
    #expect(rename(file.path, folder.file("theirs")) == 0 && symlink(folder.file("theirs"), file.path) == 0)
    #expect(refusal() == "\(file.path) is a link, so its address isn't used")
  }

  @Test func pipeIsRefusedAndNotWaitedFor() {
    unlink(file.path)
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(refusal() == "\(file.path) is no file, so its address isn't used")
  }

  /// Only root can make one. Root reads another user's account beside that user's library alone.
  @Test(.enabled(if: geteuid() == 0))
  func accountOfAnotherUserIsRefused() throws {
    #expect(chown(file.path, 65_534, 65_534) == 0)
    #expect(refusal() == "\(file.path) belongs to another user (uid 65534), so its address isn't used")
    try folder.write([], to: "lib.db")
    #expect(refusal() != nil)
    #expect(chown(folder.file("lib.db"), 65_534, 65_534) == 0)
    #expect(try file.read() != nil)
  }

  @Test(arguments: [
    "not a url", "https://", "https://a b", "https://ex\u{1B}[31m.org", "https://ex\u{202E}.org",
    "https://[::1", "https://[example]", "https://:443",
    "https://host:0",
    "https://host:70000", "https://host:x", "https://host:", "https://[::1]x", "https://a\nb", "https://ho\"st", "https:///path",
    "https://" + String(repeating: "a", count: 2000),
  ])
  func addressesThatAreNoneAreRefused(url: String) {
    let error = #expect(throws: SyncError.self) { try BackendAccount(url: url, token: "t") }
    #expect(error?.kind == .configuration)
  }

  @Test(arguments: [
    "https://example.org", "https://example.org:8443/api/v1", "https://[2001:db8::1]:443", "http://localhost:8080", "http://127.0.0.1:1",
    "https://büro.example", "https://a_b.example/x%20y",
  ])
  func addressesOfServersAreTaken(url: String) throws { #expect(try BackendAccount(url: url, token: "t").url == url) }
}
