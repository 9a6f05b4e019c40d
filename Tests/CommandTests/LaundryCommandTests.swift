import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync laundry` as scripts and people use it. Times are moved in the library's file, as if they had passed.
@Suite struct LaundryCommandTests {
  private let person: Household

  init() throws { person = try Household() }

  @discardableResult
  private func run(_ words: String) throws -> Program.Outcome {
    try person.hsync.run(["laundry"] + words.split(separator: " ").map(String.init))
  }

  private func pet(_ words: String) throws -> JSON {
    let outcome = try run("\(words) --json")
    #expect(outcome.status == 0, "\(words): \(outcome.err)")
    return try JSON(parsing: outcome.out)
  }

  /// All timers end so many minutes earlier, as if that time had passed.
  private func pass(_ minutes: Int) throws {
    let ms = minutes * 60_000
    let outcome = try person.sqlite(
      """
      UPDATE laundry_task SET started_at_ms = started_at_ms - \(ms), ends_at_ms = ends_at_ms - \(ms);
      UPDATE laundry_pet SET created_at_ms = created_at_ms - \(ms)
      """)
    #expect(outcome.status == 0, "\(outcome.err)")
  }

  private let keys = [
    "id", "name", "state", "health", "health_percent", "mood", "status", "started_at_ms", "ends_at_ms", "progress", "wash_min", "dry_min",
    "every_days", "created_at_ms", "folded_at_ms", "cycles", "streak", "longest_streak", "actions",
  ]

  /// L-STATE-1 and L-FOLD-1, by the contract for scripts.
  @Test func aWholeCycle() throws {
    #expect(try run("add Snowy --wash 45 --dry 60 --every 7").status == 0)
    let document = try JSON(parsing: run("--json").out)
    #expect(document.members?.map(\.key) == ["pets"])
    let idle = try #require(document["pets"].array?.first)
    #expect(idle.members?.map(\.key) == keys)
    #expect(idle["state"].string == "idle" && idle["actions"].array == [.string("wash")] && idle["wash_min"].int == 45)
    let washing = try pet("wash sn")
    #expect(washing["state"].string == "washing" && washing["status"].string == "is getting clean!")
    #expect((washing["ends_at_ms"].int ?? 0) - (washing["started_at_ms"].int ?? 0) == 45 * 60_000)
    let refused = try run("fold Snowy")
    #expect(refused.status == 1 && refused.out.isEmpty)
    #expect(refused.err == "hsync: can't mark it folded: the laundry is washing\nhint: possible now: cancel\n")
    try pass(45)
    let waiting = try pet("show Snowy")
    #expect(waiting["state"].string == "wash_done" && waiting["progress"].int == 100)
    #expect(waiting["actions"].array == [.string("dry"), .string("snooze")])
    #expect(try run("snooze Snowy").out == "the notice of Snowy comes again in 10 min\n")
    #expect(try pet("dry Snowy")["state"].string == "drying")
    try pass(60)
    let folded = try pet("fold Snowy")
    #expect(folded["state"].string == "idle" && folded["cycles"].int == 1 && folded["streak"].int == 1 && folded["health"].double == 100)
    #expect(try person.hsync.run("undo").out == "undone: folded Snowy\n")
    #expect(try pet("show Snowy")["state"].string == "dry_done")
  }

  /// L-HEALTH-1: health falls, and the words follow.
  @Test(arguments: [
    (0, "is so happy!", "100%", "(^_^)"), (42, "is doing okay", "75%", "(-_-)"), (100, "needs some laundry love", "41%", "(._.)"),
    (160, "is very sad and neglected", "5%", "(T_T)"), (168, "has died from neglect", "0%", "(X_X)"),
  ])
  func healthFalls(hours: Int, status: String, percent: String, face: String) throws {
    try run("add Snowy")
    try pass(hours * 60)
    #expect(try run("").out == "\(face)  Snowy  \(percent)  \(status)\n")
    #expect(try run("show Snowy").lines.first == "\(face) Snowy \(status)")
  }

  @Test(arguments: [
    ("add", 64, "missing"), ("add  --wash 0", 64, "missing"), ("add Snowy --wash 0", 64, "0 minutes can't be set"),
    ("add Snowy --dry 181", 64, "hint: 1 to 180 minutes"), ("add Snowy --every 31", 64, "hint: 1 to 30 days"),
    ("add Snowy --every x", 64, "--every"), ("add aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 64, "more than 30 characters"),
    ("show Rex", 1, "hint: create one: hsync laundry add NAME"), ("wash Rex", 1, "there are no pets yet"),
    ("edit Rex", 64, "give a change: --name"),
    ("delete Rex", 1, "there are no pets yet"), ("reset", 64, "hint: add --yes to confirm"),
  ])
  func badInputIsNamed(words: String, status: Int32, message: String) throws {
    let outcome = try run(words)
    #expect(outcome.status == status && outcome.out.isEmpty && outcome.err.contains(message), "\(outcome.err)")
    #expect(try JSON(parsing: run("--json").out)["pets"].array == [])
  }

  @Test func anEmptyNameIsRefused() throws {
    let outcome = try person.hsync.run("laundry", "add", "  ")
    #expect(outcome.status == 64 && outcome.err.contains("a pet needs a name"))
  }

  @Test func petsAreNamedByAnyUniqueBeginning() throws {
    for name in ["Snowy", "Snow White", "Rex"] { try run("add \(name)") }
    #expect(try run("show r").lines.first == "(^_^) Rex is so happy!")
    #expect(try run("show snow w").lines.first == "(^_^) Snow White is so happy!")
    let several = try run("show sno")
    #expect(several.status == 64 && several.err.contains("2 pets begin with \"sno\"") && several.err.contains("Snow White ("))
    let unknown = try run("show Rax")
    #expect(unknown.status == 1 && unknown.err.contains("did you mean \"Rex\"?"))
    let twin = try run("add rex")
    #expect(twin.status == 0 && twin.err.contains("another pet is called rex, too"))
  }

  @Test func petsAreEditedAndDeleted() throws {
    try run("add Snowy")
    #expect(try run("edit Snowy --name Blue --every 1").out == "edited Blue: wash 45 min, dry 60 min, every day\n")
    #expect(try run("edit Blue --every 1").out == "unchanged Blue: wash 45 min, dry 60 min, every day\n")
    let asked = try run("rm Blue")
    #expect(asked.status == 64 && asked.err.contains("delete Blue and 0 cycles of its history?"))
    #expect(try run("rm Blue -y").out == "deleted Blue\n")
    try run("add Rex")
    try person.hsync.run("config", "set", "laundry.sound", "false")
    #expect(try pet("reset --yes") == .object([("pets", JSON(1)), ("tasks", JSON(0))]))
    #expect(
      try pet("settings") == .object([("notices", .bool(true)), ("sound", .bool(true)), ("haptics", .bool(true)), ("on_event", .null)]))
    #expect(try run("").lines.first == "No Pets Yet")
  }

  /// The end of a wash that is waited for comes from the library: another program moves it.
  @Test func waitingEndsWithTheTimer() throws {
    try run("add Snowy")
    let waiting = try person.hsync.start(["laundry", "wash", "Snowy", "--wait"])
    try #require(try comesTrue { try pet("show Snowy")["state"].string == "washing" })
    try pass(45)
    let outcome = waiting.wait()
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.lines == ["(~o~) Snowy is getting clean! 45:00 left", "Wash Complete! Snowy is ready for the dryer"])
    let dryer = try person.hsync.start(["laundry", "dry", "Snowy", "--wait", "--json"])
    try #require(try comesTrue { try pet("show Snowy")["state"].string == "drying" })
    #expect(try run("cancel Snowy").status == 0)
    let cancelled = dryer.wait()
    #expect(cancelled.status == 1 && cancelled.out.isEmpty && cancelled.err.contains("the timer of Snowy was cancelled"))
  }

  @Test func anInterruptEndsTheWaitingAlone() throws {
    try run("add Snowy")
    let waiting = try person.hsync.start(["laundry", "wash", "Snowy", "--wait"])
    try #require(comesTrue { waiting.outSoFar.contains("left") || waiting.errSoFar.contains("hsync:") })
    waiting.signal(SIGINT)
    #expect(waiting.wait().status == 130)
    #expect(try pet("show Snowy")["state"].string == "washing")
  }

  @Test func todayHasALineOnlyWithPets() throws {
    #expect(try !person.hsync.run("today").out.contains("laundry"))
    try run("add Snowy")
    #expect(try person.hsync.run("today").lines.contains("laundry: 1 pet, nothing to do"))
    try run("wash Snowy")
    try pass(45)
    #expect(try person.hsync.run("today").lines.contains("laundry: Snowy is ready for the dryer"))
  }

  /// L-NOTIFY-1: the notice of a wash is planned with it, and delivered at its end.
  @Test func theEndOfAWashIsDelivered() throws {
    let file = person.home.file("notices.txt")
    try person.configure("[notices]\nways = [\"command\"]\ncommand = \"cat >>'\(file)'\"\n")
    try run("add Snowy")
    try run("wash Snowy")
    #expect(try person.hsync.run("notices").out.contains("Wash Complete!"))
    try pass(46)
    #expect(try person.hsync.run("notices", "run").out.hasPrefix("delivered by command: laundry/"))
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("Wash Complete!\nSnowy is ready for the dryer.\n"))
    #expect(try person.hsync.run("notices", "run").out.isEmpty)
  }

  /// Names that could steer a terminal, and ones that fill a line.
  @Test func hostileNamesAreHarmless() throws {
    try run("add Snowy")
    try person.sqlite("UPDATE laundry_pet SET name = 'a' || char(27) || '[31m' || char(8238) || 'b'")
    for words in ["", "show a", "wash a", "cancel a", "rm a -y"] {
      let outcome = try run(words)
      #expect(outcome.status == 0 && !outcome.out.contains("\u{1B}") && !outcome.out.contains("\u{202E}"), "\(words): \(outcome.err)")
    }
  }

  /// L-DASH-1: a thousand pets are shown at once, and fit into 40 columns.
  @Test func aThousandPets() throws {
    try run("add Snowy")
    try person.sqlite(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
        INSERT INTO laundry_pet(id, name, created_at_ms) SELECT 'p' || i, 'A pet with a long name, ' || i, 1 + i FROM n
      """)
    #expect(try JSON(parsing: run("--json").out)["pets"].array?.count == 1000)
    let shown = try person.hsync.runOnTerminal(["laundry"], typing: "", columns: 40).out.split(whereSeparator: \.isNewline)
    #expect(shown.count == 1000 && shown.allSatisfy { $0.count <= 40 })
    #expect(try person.hsync.run("today").out.contains("; and 996 more: hsync laundry\n"))
  }
}
