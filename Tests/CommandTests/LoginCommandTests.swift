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

  private func login(_ person: Household, _ arguments: String...) throws -> Program.Outcome {
    try person.hsync.run(["login", "--token-stdin"] + arguments, input: Array(token.utf8))
  }

  /// Nothing is kept: neither the account nor the address.
  private func requireNothingKept(_ person: Household) throws {
    #expect(!FileManager.default.fileExists(atPath: person.library + ".account"))
    #expect(try person.sqlite("SELECT url IS NULL AND owner IS NULL AND dialect IS NULL FROM backend").out == "1\n")
  }

  private static let dialects = ["hsync", "food-log", "mobile", "webhook", "postgrest"]

  @Test(arguments: dialects) func aBackendThatIsAwayIsNotSignedInTo(dialect: String) throws {
    let server = try LoopbackServer { _ in .closed }
    server.stop()
    let person = try Household()
    let refused = try login(person, "--url", server.baseURL, "--dialect", dialect)
    #expect(refused.status == 75, "\(refused.err)")
    #expect(refused.err.contains("not signed in: ") && refused.err.contains("--unchecked"), "\(refused.err)")
    try requireNothingKept(person)
    let outcome = try login(person, "--url", server.baseURL, "--dialect", dialect, "--unchecked")
    #expect(outcome.status == 0)
    #expect(outcome.out == "signed in to \(server.baseURL), unchecked\n")
    #expect(outcome.err.contains("the backend was not asked"))
  }

  /// The answers of `python3 -m http.server`: a list of files, 404 for a missing one, and 501 for an unsupported method.
  @Test(arguments: dialects) func aServerOfFilesIsNoBackend(dialect: String) throws {
    let server = try LoopbackServer { request in
      if request.method == "POST" { return .text("<!DOCTYPE HTML>", status: 501, type: "text/html") }
      return request.path == "/" ? .text("<!DOCTYPE HTML>", type: "text/html") : .text("<!DOCTYPE HTML>", status: 404, type: "text/html")
    }
    let person = try Household()
    let outcome = try login(person, "--url", server.baseURL, "--dialect", dialect)
    #expect(outcome.status == 78, "\(outcome.status) \(outcome.err)")
    #expect(outcome.err.contains("not signed in: there is no ") && outcome.err.contains("check the address"), "\(outcome.err)")
    try requireNothingKept(person)
  }

  /// A site that shows its start page whatever it is asked for, and one that says yes to everything as JSON.
  @Test(arguments: dialects, ["<!doctype html><title>Welcome</title>", #"{"ok":true}"#])
  func aSiteThatAlwaysSaysYesIsNoBackend(dialect: String, body: String) throws {
    let server = try LoopbackServer { _ in .text(body) }
    let person = try Household()
    let outcome = try login(person, "--url", server.baseURL, "--dialect", dialect)
    if body.hasPrefix("{"), ["food-log", "mobile", "webhook"].contains(dialect) {
      #expect(outcome.status == 0, "all that these ask of a server: \(outcome.err)")
      return
    }
    #expect([69, 78].contains(outcome.status), "\(outcome.status) \(outcome.err)")
    #expect(outcome.err.contains("not signed in: there is no "), "\(outcome.err)")
    try requireNothingKept(person)
  }

  @Test(arguments: dialects) func aServerInTroubleIsForLater(dialect: String) throws {
    let server = try LoopbackServer { _ in .text("{}", status: 503) }
    let person = try Household()
    let outcome = try login(person, "--url", server.baseURL, "--dialect", dialect)
    #expect(outcome.status == 75, "\(outcome.status) \(outcome.err)")
    try requireNothingKept(person)
  }

  /// A path that the real backend doesn't have.
  @Test(arguments: ["/api", "/v1/sync"]) func aWrongPathIsNoBackend(path: String) throws {
    let backend = try RunningBackend()
    let person = try Household()
    let token = try backend.addUser("ana")
    let wrong = try person.hsync.run(["login", "--url", backend.url + path, "--token-stdin"], input: Array(token.utf8))
    #expect(wrong.status == 78, "\(wrong.status) \(wrong.err)")
    try requireNothingKept(person)
    try person.logIn(to: backend, token: token)
    #expect(try person.hsync.run("sync").status == 0)
  }

  /// The real backend is a backend of two dialects, and not of the others.
  @Test(arguments: [("hsync", 0), ("food-log", 0), ("mobile", 78), ("postgrest", 78), ("webhook", 78)] as [(String, Int32)])
  func theBackendKnowsItsDialects(dialect: String, status: Int32) throws {
    let backend = try RunningBackend()
    let person = try Household()
    let token = try backend.addUser("ana")
    let arguments = ["login", "--url", backend.url, "--dialect", dialect, "--token-stdin"]
    #expect(try person.hsync.run(arguments, input: Array(token.utf8)).status == status)
    let stranger = try Household().hsync.run(arguments, input: Array(self.token.utf8))
    if status == 0 { #expect(stranger.status == 77, "\(stranger.err)") }
    let records = try Program("/usr/bin/sqlite3", home: backend.folder).run("-batch", backend.database, "SELECT count(*) FROM rec")
    #expect(records.out == "0\n", "asking stores nothing")
  }

  /// Before the first sync a mistyped address is corrected by signing in again.
  @Test func theAddressCanBeChangedBeforeTheFirstSync() throws {
    let backend = try RunningBackend()
    let person = try Household()
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250").status == 0)
    #expect(try login(person, "--url", "https://mistyped.invalid", "--dialect", "webhook", "--unchecked").status == 0)
    #expect(try person.hsync.run("sync").status == 75)
    let token = try backend.addUser("ana")
    #expect(try person.sqlite("SELECT count(*) FROM in_flight").out == "1\n", "a body that was made for the other one")
    let outcome = try person.hsync.run(["login", "--url", backend.url, "--token-stdin", "--dialect", "hsync"], input: Array(token.utf8))
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(try person.hsync.run("sync").out == "Sync Complete: Synced 1 record\n")
    let late = try login(person, "--url", "https://mistyped.invalid", "--unchecked")
    #expect(late.status == 78 && late.err.contains("--fresh"), "\(late.err)")
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
      guard request.path == "/food/log" else { return .text("{}", status: 404) }
      guard (try? JSON(parsing: request.body)) != nil else { return .text(#"{"error":"no JSON"}"#, status: 400) }
      return .text("{\"id\":\"x\"}", status: 201)
    }
    let person = try Household()
    let login = ["login", "--url", server.baseURL, "--dialect", "food-log", "--token-stdin"]
    #expect(try person.hsync.run(login, input: Array(token.utf8)).status == 0)
    for name in ["Soup", "Bread"] { #expect(try person.hsync.run("log", "--name", name, "--kcal", "250").status == 0) }
    let outcome = try person.hsync.run("sync")
    #expect(outcome.status == 0, "\(outcome.err)")
    // The first one asked whether there is such a backend.
    let posts = server.requests.filter { $0.path == "/food/log" }.dropFirst()
    #expect(posts.count == 2)
    #expect(posts.allSatisfy { $0.header("Authorization") == "Bearer \(token)" && $0.header("Content-Encoding") == nil })
    let names = try posts.map { try JSON(parsing: $0.body)["name"].string }
    #expect(Set(names) == ["Soup", "Bread"])
    #expect(try person.hsync.run("sync").status == 0)
    #expect(server.requests.filter { $0.path == "/food/log" }.count == 3)
  }

  @Test func withoutATerminalNothingIsAsked() throws {
    let outcome = try Household().hsync.run("login", "--url", "https://example.org")
    #expect(outcome.status == 64)
    #expect(outcome.err.contains("--token-stdin"))
  }
}
