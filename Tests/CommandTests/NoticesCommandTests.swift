import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync notices` and the ways of delivery as the settings name them.
@Suite struct NoticesCommandTests {
  private let person: Household

  init() throws { person = try Household() }

  private func run(_ words: String...) throws -> Program.Outcome { try person.hsync.run(words) }

  @Test func withoutAWayItSaysHowToSetOneUp() throws {
    let listed = try run("notices")
    #expect(listed.status == 0)
    #expect(listed.lines == ["no notices are planned", "no way of delivery is set up: hsync config set notices.ways desktop"])
    let tried = try run("notices", "--test")
    #expect(tried.status == 78 && tried.err.contains("hint: name one: hsync config set notices.ways desktop"))
    let document = try JSON(parsing: run("notices", "--json").out)
    #expect(document["enabled"].bool == true && document["planned"].array == [] && document["ways"].array == [])
  }

  @Test func aCommandGetsTheNotice() throws {
    let file = person.home.file("notices.txt")
    try person.configure("[notices]\nways = [\"command\"]\ncommand = \"cat >'\(file)'\"\ncommand_input = \"json\"\n")
    let tried = try run("notices", "--test")
    #expect(tried.status == 0 && tried.lines == ["sent by command"], "\(tried.err)")
    let notice = try JSON(parsing: String(contentsOfFile: file, encoding: .utf8))
    #expect(notice["title"].string == "hsync" && notice["source"].string == "hsync" && notice["id"].string == "test")
  }

  @Test func oneWayThatFailsDoesNotHoldUpAnother() throws {
    let file = person.home.file("notices.txt")
    try person.configure("[notices]\nways = [\"mail\", \"command\"]\ncommand = \"cat >'\(file)'\"\nmail_to = \"me@example.org, you\"\n")
    let tried = try run("notices", "--test", "--json")
    #expect(tried.status == 78 && tried.err.contains("isn't an e-mail address"))
    #expect(try JSON(parsing: tried.out).array?.map { $0["way"].string } == ["command"])
    #expect(FileManager.default.fileExists(atPath: file))
    try person.configure("[notices]\nways = [\"command\"]\ncommand = \"exit 3\"\n")
    let failed = try run("notices", "--test")
    #expect(failed.status == 75 && failed.err.contains("command: "))
    #expect(try run("doctor", "--offline").out.contains("notices    delivered by command"))
    try person.configure("[notices]\nways = [\"command\"]\n")
    #expect(try run("doctor", "--offline").out.contains("notices.command isn't set"))
  }

  @Test(arguments: [
    ("ways = [\"pigeon\"]", "must be a list of \"desktop\", \"command\", \"ntfy\", \"mail\""),
    ("quiet = \"22-7\"", "must be a span of the day"), ("quiet = \"22:00-22:00\"", "must be a span of the day"),
    ("quiet = \"24:00-07:00\"", "must be a span of the day"),
  ])
  func wrongSettingsAreNamed(line: String, message: String) throws {
    try person.configure("[notices]\n\(line)\n")
    let outcome = try run("notices", "run")
    #expect(outcome.status == 78 && outcome.err.contains(message), "\(outcome.err)")
  }

  @Test func aTokenThatOthersCanReadIsNotUsed() throws {
    let file = person.home.file("token")
    try Data("secret-token\n".utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    try person.configure("[notices]\nways = [\"ntfy\"]\nntfy_url = \"http://127.0.0.1:9/t\"\nntfy_token_file = \"\(file)\"\n")
    let outcome = try run("notices", "--test")
    #expect(outcome.status == 78 && outcome.err.contains("other users may read it") && !outcome.err.contains("secret-token"))
  }

  @Test func offAndOnSetTheSetting() throws {
    #expect(try run("notices", "off").out == "notices are off\n")
    #expect(try run("notices").lines.first == "notices are off: hsync notices on")
    #expect(try run("config", "get", "notices.enabled").out == "false\n")
    #expect(try run("notices", "on").out == "notices are on, 0 notices planned\n")
    #expect(try run("config", "get", "notices.enabled").out == "true\n")
  }

  /// Without a backend, a timer that only delivers notices succeeds.
  @Test func aTimerDeliversNoticesWithoutABackend() throws {
    #expect(try run("sync", "--timer").status == 78)
    try person.configure("[notices]\nways = [\"command\"]\ncommand = \"cat >/dev/null\"\n")
    let outcome = try run("sync", "--timer")
    #expect(outcome.status == 0 && outcome.out.isEmpty && outcome.err.isEmpty, "\(outcome.err)")
  }
}
