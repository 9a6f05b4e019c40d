import Foundation
import HealthModel
import TestSupport
import Testing

@Suite struct LoginCommandTests {
  private let token = "0123456789abcdef0123456789abcdef"

  @Test func theTokenIsInAFileOfTheOwnersAlone() throws {
    let backend = try RunningBackend()
    let person = try Household()
    let token = try backend.addUser("ana")
    try person.logIn(to: backend, token: token)
    let account = person.library + ".account"
    let rights = try FileManager.default.attributesOfItem(atPath: account)[.posixPermissions] as? Int
    #expect(rights == 0o600)
    for command in [["sync"], ["sync", "status", "--json"], ["today", "--json"], ["sync", "--dry-run"]] {
      let outcome = try person.hsync.run(command)
      #expect(!(outcome.out + outcome.err).contains(token))
    }
    let library = try ProjectFiles.bytes(person.library)
    #expect(!String(decoding: library, as: UTF8.self).contains(token))
    #expect(try person.hsync.run("logout").status == 0)
    #expect(!FileManager.default.fileExists(atPath: account))
    #expect(try person.hsync.run("sync").status == 78)
    // Signing in again needs no address.
    #expect(try person.hsync.run(["login", "--token-stdin"], input: Array(token.utf8)).out == "signed in to \(backend.url)\n")
  }

  @Test func aBackendThatIsAwayIsSignedInToUnchecked() throws {
    let server = try LoopbackServer { _ in .closed }
    server.stop()
    let person = try Household()
    let outcome = try person.hsync.run(["login", "--url", server.baseURL, "--token-stdin"], input: Array(token.utf8))
    #expect(outcome.status == 0)
    #expect(outcome.out == "signed in to \(server.baseURL), unchecked\n")
    #expect(outcome.err.contains("the backend was not asked"))
  }

  @Test func aLibraryBelongsToOneBackend() throws {
    let first = try RunningBackend()
    let second = try RunningBackend()
    let person = try Household()
    try person.logIn(to: first)
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    #expect(try person.hsync.run("sync").status == 0)
    let token = try second.addUser("ana")
    let refused = try person.hsync.run(["login", "--url", second.url, "--token-stdin"], input: Array(token.utf8))
    #expect(refused.status == 78)
    #expect(refused.err.contains("--fresh"))
    #expect(try person.hsync.run(["login", "--url", second.url, "--token-stdin", "--fresh"], input: Array(token.utf8)).status == 0)
    #expect(try person.hsync.run("sync").out == "Sync Complete: Synced 1 record\n")
    // Somebody else's token for the same backend.
    let other = try second.addUser("ben")
    let stranger = try person.hsync.run(["login", "--token-stdin"], input: Array(other.utf8))
    #expect(stranger.status == 78, "\(stranger.err)")
  }

  @Test(arguments: ["http://example.org", "ftp://127.0.0.1", "127.0.0.1:80", "https://user:secret@example.org"])
  func refusesAnAddressThatWouldShowTheToken(url: String) throws {
    let outcome = try Household().hsync.run(["login", "--url", url, "--token-stdin"], input: Array(token.utf8))
    #expect(outcome.status == 78, "\(outcome.err)")
    #expect(!outcome.err.contains("secret"))
    #expect(!outcome.err.contains(token))
  }

  /// The spec's own backend: one POST per meal with a bearer token.
  @Test func aBackendThatHasOnlyFoodLog() throws {
    let server = try LoopbackServer { request in
      request.path == "/food/log" ? .text("{\"id\":\"x\"}", status: 201) : .text("{}", status: 404)
    }
    let person = try Household()
    let login = ["login", "--url", server.baseURL, "--dialect", "food-log", "--token-stdin"]
    #expect(try person.hsync.run(login, input: Array(token.utf8)).status == 0)
    for name in ["Soup", "Bread"] { #expect(try person.hsync.run("log", "--name", name, "--kcal", "250").status == 0) }
    let outcome = try person.hsync.run("sync")
    #expect(outcome.status == 0, "\(outcome.err)")
    let posts = server.requests.filter { $0.path == "/food/log" }
    #expect(posts.count == 2)
    #expect(posts.allSatisfy { $0.header("Authorization") == "Bearer \(token)" && $0.header("Content-Encoding") == nil })
    let names = try posts.map { try JSON(parsing: $0.body)["name"].string }
    #expect(Set(names) == ["Soup", "Bread"])
    #expect(try person.hsync.run("sync").status == 0)
    #expect(server.requests.filter { $0.path == "/food/log" }.count == 2)
  }

  @Test func withoutATerminalNothingIsAsked() throws {
    let outcome = try Household().hsync.run("login", "--url", "https://example.org")
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("--token-stdin"))
  }
}
