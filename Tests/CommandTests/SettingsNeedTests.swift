import Foundation
import HealthModel
import TestSupport
import Testing

/// Commands with an invalid setting: those that write refuse, those that only show report it once and continue.
@Suite struct SettingsNeedTests {
  private let person: Household

  init() throws { person = try Household() }

  /// Command lines that only show, with the status that they have in an empty home.
  private static let showing: [(line: String, status: Int32)] = [
    ("today", 0), ("week", 0), ("summary", 0), ("weight show", 1), ("weight list", 0), ("sources", 0), ("meals list", 0),
    ("pending list", 0),
    ("plan show", 0), ("plan export", 0), ("plan note", 1), ("plan quick", 0), ("sync status", 0), ("queue list", 0), ("queue show x", 1),
    ("conflicts list", 0), ("conflicts show 1", 1), ("notices list", 0), ("diet show", 1), ("diet why tdee", 1), ("diet learn", 0),
    ("diet history", 1), ("diet settings", 1), ("schedule status", 0), ("serve status", 0),
    ("events", 0), ("export -", 0), ("backup -", 0), ("mcp", 0),
    ("scan --no-lookup gone.jpg", 66), ("go now --no-refresh", 75), ("go plan --no-refresh", 75), ("go hour now --no-refresh", 75),
    ("go why --no-refresh", 75), ("go place list", 0), ("go profile show", 0),
    ("laundry list", 0), ("laundry show x", 1), ("laundry settings", 0),
    ("foods status", 0), ("foods search milk", 1), ("foods show 9521234543213 --offline", 75),
    ("foods list", 0),
  ]

  private static let writing = [
    "log --name Soup --kcal 5", "log 9521234543213", "weight log 150", "weight delete today", "meals edit abc --kcal 5", "meals delete abc",
    "pending resolve", "pending delete 9521234543213", "pending drop 9521234543213", "undo", "import gone.zip",
    "summary --rebuild", "scan gone.jpg", "watch .",
    "plan add workout Run",
    "plan add meal lunch Soup", "plan quick 1", "plan done abc", "plan log abc", "plan match", "plan edit abc Run", "plan move abc +1",
    "plan delete abc", "plan rm abc", "plan note rest", "plan note --delete", "plan copy-week", "plan apply", "plan import gone.json",
    "login --url http://127.0.0.1:1",
    "logout", "sync run", "sync --dry-run", "queue retry abc", "queue delete abc --yes", "conflicts restore 1", "conflicts delete 1",
    "diet setup --sex male", "diet settings --age 40", "diet pause", "diet resume", "diet stop", "notices run", "notices off", "notices on",
    "go place add Beach --lat 1 --lon 2 --zone UTC", "go place use tel_aviv_coast", "go place delete beach",
    "go profile set --preset chill", "go profile delete --yes",
    "laundry add Blue", "laundry wash x", "laundry dry x", "laundry fold x", "laundry cancel x", "laundry snooze x",
    "laundry edit x --every 3", "laundry delete x --yes", "laundry reset --yes",
    "foods import gone.tsv", "foods update gone.tsv", "foods delete-catalogue",
    "foods override 9521234543213 --kcal 5 --name Soup", "foods add Soup --kcal 5", "foods edit soup --kcal 6", "foods delete soup",
    "foods rm soup",
    "foods recipe Lunch soup=5",
    "schedule install", "schedule delete", "serve install", "serve uninstall", "restore gone.db", "events --delete", "mcp --allow log",
  ]

  private static let independent = [
    "config list", "config get units.weight", "config set units.weight kg", "config delete health.zone", "config unset health.zone",
    "config path", "config edit",
    "doctor",
    "completions bash",
    "serve devices", "serve run devices", "serve tokens",
  ]

  private func run(_ line: String, _ environment: [String: String] = [:]) throws -> Program.Outcome {
    let program = Program("hsync", home: person.home, environment: person.hsync.environment.merging(environment) { $1 })
    return try program.run(line.split(separator: " ").map(String.init))
  }

  private func count(_ words: String, in text: String) -> Int { text.components(separatedBy: words).count - 1 }

  /// A new command comes into one of the tables above.
  @Test func eachCommandIsInATable() throws {
    let lines = Self.showing.map(\.line) + Self.writing + Self.independent
    for command in try DescribedCommand.all(of: "hsync") {
      let path = command.path.dropFirst("hsync ".count)
      #expect(lines.contains { $0 == path || $0.hasPrefix(path + " ") }, "\(path)")
    }
  }

  @Test(arguments: ["[units]\nweight = \"lbs\"\n", "[units\n"])
  func aWrongFileIsSaidOnceByWhatOnlyShows(file: String) throws {
    try person.configure("")
    for (line, status) in Self.showing { #expect(try run(line).status == status, "\(line)") }
    try person.configure(file)
    for (line, status) in Self.showing {
      let outcome = try run(line)
      #expect(outcome.status == status, "\(line): \(outcome.err)")
      #expect(count("config.toml", in: outcome.err) == 1, "\(line): \(outcome.err)")
      #expect(outcome.err.contains("hsync config edit"), "\(line): \(outcome.err)")
    }
  }

  @Test(arguments: ["[units]\nweight = \"lbs\"\n", "[units\n"])
  func aWrongFileIsRefusedByWhatWrites(file: String) throws {
    try person.configure(file)
    for line in Self.writing {
      let outcome = try run(line)
      #expect(outcome.status == 78, "\(line): \(outcome.status) \(outcome.err)")
      #expect(outcome.err.contains("config.toml") && outcome.err.contains("hsync config edit"), "\(line): \(outcome.err)")
    }
    #expect(!FileManager.default.fileExists(atPath: person.library), "nothing was opened")
    #expect(try run("completions bash").err.isEmpty)
    #expect(try run("config path").err.isEmpty)
    #expect(try run("login --print-sql").err.isEmpty)
  }

  /// The hint is about the variable, not about the file.
  @Test func aWrongVariableIsNamed() throws {
    let wrong = ["HSYNC_ZONE": "Mars/Phobos"]
    for line in ["today", "week", "meals list", "plan show", "summary"] {
      let outcome = try run(line, wrong)
      #expect(outcome.status == 0, "\(line): \(outcome.err)")
      #expect(count("$HSYNC_ZONE", in: outcome.err) == 1 && outcome.err.contains("unset HSYNC_ZONE"), "\(line): \(outcome.err)")
      #expect(!outcome.err.contains("config"), "\(line): \(outcome.err)")
    }
    for line in ["log --name Soup --kcal 5", "weight log 70", "plan add workout Run", "sync run"] {
      let outcome = try run(line, wrong)
      #expect(outcome.status == 78 && outcome.err.contains("unset HSYNC_ZONE"), "\(line): \(outcome.err)")
    }
    let doctor = try JSON(parsing: run("doctor --offline --json", wrong).out)
    let found = try #require(doctor["checks"].array?.first { $0["check"].string == "settings" })
    #expect(found["verdict"].string == "fail" && found["message"].string?.contains("$HSYNC_ZONE") == true, "\(found)")
    #expect(found["remedy"].string?.contains("unset HSYNC_ZONE") == true, "\(found)")
  }

  /// Behind a wrong variable the file counts.
  @Test func aWrongVariableLeavesTheFilesZone() throws {
    try person.configure("[health]\nzone = \"Pacific/Kiritimati\"\n")
    let there = try JSON(parsing: run("today --json").out)["day"].string
    #expect(try JSON(parsing: run("today --json", ["HSYNC_ZONE": "Mars/Phobos"]).out)["day"].string == there)
  }

  @Test func aProfileInABrokenFileIsSaidOnce() throws {
    try person.configure("[profiles\n")
    let outcome = try run("today --profile anna")
    #expect(outcome.status == 78)
    #expect(count("config.toml", in: outcome.err) == 1, "\(outcome.err)")
  }

  /// 150 lb must not become 150 kg.
  @Test func aMistypedUnitLogsNothing() throws {
    try person.configure("[units]\nweight = \"lbs\"\n")
    #expect(try run("weight log 150").status == 78)
    try person.configure("")
    #expect(try run("weight show").status == 1)
  }
}
