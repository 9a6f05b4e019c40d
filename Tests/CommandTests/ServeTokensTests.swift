import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync serve tokens`: tokens for one thing each, and the links of calendars.
@Suite struct ServeTokensTests {
  private let person: Household

  init() throws { person = try Household() }

  private func add(_ name: String, for scope: String? = nil) throws -> Program.Outcome {
    try person.hsync.run(["serve", "tokens", "add", name] + (scope.map { ["--for", $0] } ?? []))
  }

  @Test func aTokenIsForOneThingAndIsPrintedOnce() throws {
    let token = /hsync-[0-9a-f]{64}/
    let long = try add(String(repeating: "x", count: 101))
    #expect(long.status == 64 && long.out.isEmpty && long.err.contains("at most 100 characters"))
    #expect(try add("Phone").out.trimmingCharacters(in: .newlines).wholeMatch(of: token) != nil)
    #expect(try add("Home", for: "figures").out.trimmingCharacters(in: .newlines).wholeMatch(of: token) != nil)
    let calendar = try add("Kitchen", for: "calendar")
    let link = try #require(calendar.out.wholeMatch(of: /http:\/\/127\.0\.0\.1:4747\/calendar\/(hsync-[0-9a-f]{64})\.ics\n/))
    #expect(calendar.status == 0 && calendar.err == "the pages weren't served yet: the link is for hsync serve without options\n")
    let list = try person.hsync.run("serve", "tokens")
    #expect(
      list.lines.map { $0.split(separator: " ", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces) } == [
        "Phone, for send, never used", "Home, for figures, never used", "Kitchen, for calendar, never used",
      ])
    let json = try JSON(parsing: person.hsync.run("serve", "tokens", "--json").out)
    #expect(json["tokens"].array?.map { $0["scope"].string } == ["send", "figures", "calendar"])
    #expect(json["tokens"].array?.first?.members?.map(\.key) == ["id", "name", "scope", "created_at_ms", "used_at_ms"])
    #expect(try add("x", for: "everything").status == 64)
    // The library has none of them, and nobody else may read it.
    let file = try #require(FileManager.default.contents(atPath: person.library))
    let wal = FileManager.default.contents(atPath: person.library + "-wal") ?? Data()
    #expect((file + wal).range(of: Data(String(link.1).utf8)) == nil)
    let permissions = try FileManager.default.attributesOfItem(atPath: person.library)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
  }

  @Test func theLinkIsThatOfTheServer() async throws {
    let (server, line) = try person.hsync.serve(["serve", "--port", "0"])
    defer {
      server.signal(SIGTERM)
      _ = server.wait()
    }
    let address = String(line.split(separator: " ").last ?? "")
    #expect(try person.hsync.run("plan", "add", "workout", "Run").status == 0)
    let link = try add("Kitchen", for: "calendar").out.trimmingCharacters(in: .newlines)
    #expect(link.hasPrefix(address + "/calendar/"))
    let port = try #require(Int(address.split(separator: ":").last ?? ""))
    func answer() async throws -> String {
      let path = link.dropFirst(address.count)
      return try await RawConnection.answer(port: port, to: "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
    }
    let calendar = try await answer()
    #expect(calendar.hasPrefix("HTTP/1.1 200") && calendar.contains("SUMMARY:Run\r\n"))
    let id = try #require(try person.hsync.run("serve", "tokens").out.split(separator: " ").first)
    #expect(try person.hsync.run("serve", "tokens", "revoke", String(id)).out == "revoked Kitchen (\(id))\n")
    #expect(try await answer().hasPrefix("HTTP/1.1 404"))
  }
}
