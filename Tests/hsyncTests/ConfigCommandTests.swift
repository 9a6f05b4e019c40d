import Foundation
import HealthModel
import TestSupport
import Testing

@testable import Settings
@testable import hsync

/// `hsync config`, and profiles.
@Suite struct ConfigCommandTests {
  private let person: Household
  private let file: String

  init() throws {
    person = try Household()
    file = person.home.file(".config/hsync/config.toml")
  }

  private var text: String { (try? ProjectFiles.bytes(file)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  /// Runs it as one who expects it to work.
  @discardableResult
  private func config(_ arguments: String...) throws -> Program.Outcome {
    let outcome = try person.hsync.run(["config"] + arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.err)")
    return outcome
  }

  @Test func theFirstSettingMakesTheFile() throws {
    #expect(try config("set", "health.zone", "Europe/Paris").out == "")
    #expect(text == "[health]\nzone = \"Europe/Paris\"\n")
    #expect(try mode(file) == 0o600)
    #expect(try mode(person.home.file(".config/hsync")) == 0o700)
    #expect(try config("get", "health.zone").out == "Europe/Paris\n")
    #expect(try config("path").out == file + "\n")
  }

  @Test func commentsAndRightsStay() throws {
    try person.configure("# mine\n[health]\nzone = \"UTC\" # for now\n\n[sync] # soon\n")
    #expect(chmod(file, 0o640) == 0)
    try config("set", "health.zone", "Asia/Tokyo")
    try config("set", "sync.daily_bytes", "20 MB")
    #expect(text == "# mine\n[health]\nzone = \"Asia/Tokyo\" # for now\n\n[sync] # soon\ndaily_bytes = \"20MB\"\n")
    #expect(try mode(file) == 0o640)
    try config("delete", "sync.daily_bytes")
    #expect(text == "# mine\n[health]\nzone = \"Asia/Tokyo\" # for now\n\n[sync] # soon\n")
    #expect(try person.hsync.run("config", "delete", "sync.daily_bytes").status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: person.home.file(".config/hsync")) == ["config.toml"])
  }

  /// Dotfiles are often links to files elsewhere.
  @Test func aLinkStaysALink() throws {
    try FileManager.default.createDirectory(atPath: person.home.file(".config/hsync"), withIntermediateDirectories: true)
    let real = try person.home.write([], to: "dotfile.toml")
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "../../dotfile.toml")
    try config("set", "products.offline", "yes")
    #expect(String(decoding: try ProjectFiles.bytes(real), as: UTF8.self) == "[products]\noffline = true\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == "../../dotfile.toml")
  }

  @Test func listsAreSetAndAddedTo() throws {
    try config("set", "health.ranks", "My \"Watch\"", "phone")
    #expect(text == "[health]\nranks = [\"My \\\"Watch\\\"\", \"phone\"]\n")
    try config("set", "--add", "health.ranks", "phone", "other")
    #expect(try config("get", "health.ranks").lines == ["My \"Watch\"", "phone", "other"])
    try config("set", "health.ranks")
    #expect(text == "[health]\nranks = []\n")
    #expect(try config("get", "health.ranks").out == "")
    for run in try (0..<6).map({ try person.hsync.start(["config", "set", "--add", "health.ranks", "watch \($0)"]) }) {
      #expect(run.wait().status == 0)
    }
    #expect(try Set(config("get", "health.ranks").lines) == Set((0..<6).map { "watch \($0)" }))
    // A default is a start, too.
    try config("set", "--add", "plan.quick_workouts", "Climb")
    #expect(try config("get", "plan.quick_workouts").lines.suffix(2) == ["Yoga", "Climb"])
    #expect(try person.hsync.run("config", "set", "--add", "health.zone", "UTC").status == 64)
  }

  @Test func aPathIsMeantFromWhereOneIs() throws {
    let outcome = try Program("/bin/sh", home: person.home).run(
      "-c", "cd; mkdir -p a/b; cd a/b && exec '\(Program.folder)/hsync' config set health.folders ../c ./d '~/e' /f")
    #expect(outcome.status == 0, "\(outcome.err)")
    let home = URL(fileURLWithPath: person.home.path).resolvingSymlinksInPath().path
    #expect(try config("get", "health.folders").lines == ["\(home)/a/c", "\(home)/a/b/d", "~/e", "/f"])
  }

  @Test(arguments: [
    (["sync.sampels", "x"], 64, "did you mean sync.samples?"), (["zone", "UTC"], 64, "did you mean health.zone?"),
    (["nothing.like.it", "x"], 64, "hint: hsync config list"), (["profiles.", "x"], 64, "hsync config list"),
    (["health.zone", "Mars/Olympus"], 65, "health.zone must be the name of a time zone, like Europe/Paris, not \"Mars/Olympus\""),
    (["products.offline", "maybe"], 65, "products.offline must be true or false"), (["units.weight", "stone"], 65, "must be kg or lb"),
    (["sync.daily_bytes", "20 parsecs"], 65, "must be a number of bytes"), (["sync.daily_bytes", "0"], 65, "must be a number of bytes"),
    (["products.off_url", "world.example"], 65, "must be an address"), (["products.contact"], 65, "must be a text"),
    (["health.zone", "UTC", "UTC"], 65, "must be the name"), (["plan.quick_meals", "brunch Eggs"], 65, "must be a list of meals"),
    (["products.file", ""], 65, "must be a path"),
  ])
  func whatIsNoSettingOrNoValueIsRefused(arguments: [String], status: Int32, words: String) throws {
    try person.configure("# as it was")
    let outcome = try person.hsync.run(["config", "set"] + arguments)
    #expect(outcome.status == status, "\(outcome.err)")
    #expect(outcome.err.contains(words) && outcome.err.contains("hint: "), "\(outcome.err)")
    #expect(text == "# as it was")
  }

  @Test(arguments: ["[products\noffline = true\n", "a = 1\na = 2\n", "zone = \"\u{0}\"\n"])
  func aFileThatIsNoTOMLIsLeftAlone(broken: String) throws {
    try person.configure(broken)
    for arguments in [["set", "health.zone", "UTC"], ["delete", "health.zone"], ["list"], ["get", "health.zone"]] {
      let outcome = try person.hsync.run(["config"] + arguments)
      #expect(outcome.status == 78 && outcome.err.contains("config.toml"), "\(outcome.err)")
    }
    #expect(text == broken)
    #expect(try config("path").status == 0)
  }

  @Test func aTableInBracesIsLeftAlone() throws {
    try person.configure("health = { zone = \"UTC\" }\n")
    let outcome = try person.hsync.run("config", "set", "health.zone", "Asia/Tokyo")
    #expect(outcome.status == 78 && outcome.err.contains("line 1") && outcome.err.contains("hint: "), "\(outcome.err)")
    #expect(text == "health = { zone = \"UTC\" }\n")
    #expect(try config("get", "health.zone").out == "UTC\n")
  }

  @Test func theEnvironmentCountsFirstAndIsSaid() throws {
    try person.configure("[health]\nzone = \"UTC\"\n")
    let traveller = Program("hsync", home: person.home, environment: ["HSYNC_ZONE": "Asia/Tokyo"])
    #expect(try traveller.run("config", "get", "health.zone").out == "Asia/Tokyo\n")
    let outcome = try traveller.run("config", "set", "health.zone", "Europe/Paris")
    #expect(outcome.status == 0 && outcome.err.contains("$HSYNC_ZONE is set and overrides health.zone"))
    let listed = try traveller.run("config").lines
    #expect(listed.contains { $0.hasPrefix("health.zone") && $0.contains(" Asia/Tokyo ") && $0.hasSuffix(" $HSYNC_ZONE") }, "\(listed)")
    #expect(try config("get", "health.zone").out == "Europe/Paris\n")
    let wrong = Program("hsync", home: person.home, environment: ["HSYNC_ZONE": "Nowhere"])
    #expect(try wrong.run("config", "get", "health.zone").err.contains("$HSYNC_ZONE must be the name of a time zone"))
  }

  @Test func theListHasEverythingAndSaysWhatIsWrong() throws {
    try person.configure("zone = 1\n[sync]\nsampels = []\nrefresh_today = 3\n[profiles]\nanna = \"/a.db\"\n")
    let outcome = try person.hsync.run("config", "list")
    #expect(outcome.status == 78)
    #expect(outcome.err.contains("sync.refresh_today in \(file) must be true or false"))
    #expect(outcome.err.contains("sync.sampels, which isn't a setting; did you mean sync.samples?"))
    #expect(outcome.err.contains("zone, which isn't a setting; did you mean health.zone?"))
    for setting in Setting.all where setting.name != "sync.refresh_today" {
      #expect(outcome.lines.contains { $0.hasPrefix(setting.name + " ") }, "\(setting.name)")
    }
    #expect(outcome.lines.contains { $0.hasPrefix("profiles.anna ") && $0.hasSuffix("/a.db") })
  }

  @Test func whatIsNotSetIsAnHonestNo() throws {
    let outcome = try person.hsync.run("config", "get", "products.file")
    #expect(outcome.status == 1 && outcome.out == "" && outcome.err.contains("products.file is not set"))
    #expect(try JSON(parsing: config("get", "products.file", "--json").out)["value"].isNull)
  }

  /// Eight programs at a time: nobody's line is lost.
  @Test func changesAtTheSameTimeAreAllKept() throws {
    try person.configure("# mine\n")
    let changes = [
      ["health.zone", "UTC"], ["health.ranks", "phone"], ["sync.samples", "*"], ["sync.daily_bytes", "1MB"], ["units.weight", "lb"],
      ["units.distance", "mi"], ["products.language", "fr"], ["products.contact", "a@example.org"],
    ]
    for run in try changes.map({ try person.hsync.start(["config", "set"] + $0) }) { #expect(run.wait().status == 0) }
    for change in changes { #expect(try config("get", change[0]).out == change[1] + "\n") }
    #expect(text.hasPrefix("# mine\n"))
  }

  @Test func anEditorsTextIsTakenIfItIsRight() throws {
    func edit(_ script: String) throws -> Program.Outcome {
      let editor = try person.home.writeScript(script, to: "my editor")
      return try Program("hsync", home: person.home, environment: ["EDITOR": "'\(editor)' -x"]).run("config", "edit")
    }
    // The file offered first sets nothing, and lists every setting.
    #expect(try edit("cat \"$2\" > ~/offered; exit 0").err.contains("nothing was changed"))
    #expect(try edit("sed -i 's/^# zone = .*/zone = \"UTC\"/' \"$2\"").status == 0)
    #expect(try config("get", "health.zone").out == "UTC\n")
    for setting in Setting.all { #expect(text.contains("\(setting.key) = "), "\(setting.name)") }
    let good = text
    let broken = try edit("echo '[[' >> \"$2\"")
    #expect(broken.status == 78 && broken.err.contains("not valid TOML") && broken.err.contains("your text is in "), "\(broken.err)")
    #expect(text == good)
    let wrong = try edit("echo 'x = 1' > \"$2\"; echo '[health]' >> \"$2\"; echo 'zone = 3' >> \"$2\"")
    #expect(wrong.status == 78 && wrong.err.contains("health.zone in "), "\(wrong.err)")
    #expect(try edit("exit 3").status == 1)
    let overtaken = try edit("echo '# mine' >> \"$2\"; echo '# theirs' >> '\(file)'")
    #expect(overtaken.status == 75 && text == good + "# theirs\n", "\(overtaken.err)")
    #expect(try person.hsync.run("config", "edit").status == 64, "no terminal and no EDITOR")
  }

  @Test func aProfileIsALibraryOfItsOwn() throws {
    let folder = person.home.file("anna")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try config("set", "profiles.anna", "~/anna/hsync.db")
    #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "250", "--profile", "anna").status == 0)
    #expect(FileManager.default.fileExists(atPath: folder + "/hsync.db"))
    #expect(try !person.hsync.run("today").out.contains("Soup"))
    let anna = Program("hsync", home: person.home, environment: ["HSYNC_PROFILE": "anna"])
    #expect(try anna.run("today").out.contains("Soup"))
    // A file is nearer than a name, and an option than the environment.
    #expect(try !anna.run("today", "--db", person.library).out.contains("Soup"))
    let both = Program("hsync", home: person.home, environment: ["HSYNC_DB": person.library, "HSYNC_PROFILE": "anna"])
    #expect(try !both.run("today").out.contains("Soup"))
    #expect(try both.run("today", "--profile", "anna").out.contains("Soup"))
    #expect(try person.hsync.run("today", "--db", "x.db", "--profile", "anna").status == 64)
    let unknown = try person.hsync.run("today", "--profile", "ana")
    #expect(unknown.status == 64 && unknown.err.contains("there is no profile ana") && unknown.err.contains("did you mean anna?"))
    try person.configure("[profiles]\nanna = \"hsync.db\"\n")
    #expect(try person.hsync.run("today", "--profile", "anna").status == 78)
  }

  /// A timer has no environment of the person's: it gets the file.
  @Test func aScheduleKeepsTheProfilesLibrary() throws {
    try FileManager.default.createDirectory(atPath: person.home.file("bin"), withIntermediateDirectories: true)
    try person.home.writeScript("case $1 in -l) cat ~/table;; -) cat > ~/table;; esac", to: "bin/crontab")
    try config("set", "profiles.anna", "~/anna.db")
    let hsync = Program(
      "hsync", home: person.home, environment: ["PATH": person.home.file("bin") + ":/usr/bin:/bin", "HSYNC_PROFILE": "anna"])
    let outcome = try hsync.run("schedule", "install", "--cron")
    #expect(outcome.status == 0, "\(outcome.err)")
    let table = String(decoding: try ProjectFiles.bytes(person.home.file("table")), as: UTF8.self)
    #expect(table.contains("'HSYNC_DB=\(person.home.file("anna.db"))'"), "\(table)")
  }

  @Test func theQuickListOfThePlannerIsThePersons() throws {
    try config("set", "plan.quick_workouts", "Climb")
    try config("set", "plan.quick_meals", "dinner Chili", "snack: Nuts")
    let list = try person.hsync.run("plan", "quick").lines
    #expect(list.count == 3 && list[0].hasSuffix("Climb") && list[1].hasSuffix("Chili") && list[2].hasSuffix("Nuts"), "\(list)")
  }

  @Test(arguments: [
    ("20MB", 20_000_000, "20MB"), ("1536 kB", 1_536_000, "1536kB"), ("1.5 GiB", 1_610_612_736, "1610612736"), ("2GB", 2_000_000_000, "2GB"),
  ])
  func aSizeIsWrittenAsItIsReadAgain(text: String, bytes: Int, written: String) throws {
    let size = try #require(ByteSize(text))
    #expect(size.bytes == bytes && size.text == written)
    #expect(ByteSize(size.text) == size)
  }

  @Test(arguments: [
    ("sync.sampels", "sync.samples"), ("sync.samlpes", "sync.samples"), ("unit.weight", "units.weight"), ("HEALTH.ZONE", "health.zone"),
    ("folders", "health.folders"),
  ])
  func theNearestNameIsSuggested(typed: String, meant: String) { #expect(Setting.suggestion(for: typed) == meant) }

  @Test func nothingIsSuggestedWhenNothingIsNear() { #expect(Setting.suggestion(for: "completely.different") == nil) }
}
