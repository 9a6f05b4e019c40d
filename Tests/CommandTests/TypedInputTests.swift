import Foundation
import HealthModel
import TestSupport
import Testing

/// Numbers, amounts, days and times as they are typed on the command line.
@Suite struct TypedInputTests {
  private let person: Household

  init() throws { person = try Household() }

  private func meals(_ day: String = "today") throws -> [JSON] {
    try JSON(parsing: person.hsync.run("meals", day, "--json").out)["meals"].array ?? []
  }

  /// The times of day of a day's meals; tests run in UTC.
  private func clocks(_ day: String = "today") throws -> [String] {
    try meals(day).map { Moment(ms: $0["eaten_at_ms"].int ?? 0, utcOffsetMin: 0).clock }
  }

  /// The words of the command are separated by `|`.
  private func run(_ line: String) throws -> Program.Outcome {
    try person.hsync.run(line.split(separator: "|", omittingEmptySubsequences: false).map(String.init))
  }

  private static let both = "1,250 can be 1250 or 1.25\nhint: type 1250 or 1.25"

  @Test(
    "what has two readings is refused with both",
    arguments: [
      ("log|--name|Soup|--kcal|1,250", both), ("log|--name|Soup|--kcal|1.250", "1.250 can be 1250 or 1.25\nhint: type 1250 or 1.25"),
      ("log|--name|Soup|--kcal|5|--grams|1,250", both), ("log|--name|Soup|--kcal|5|--servings|1,250", both),
      ("log|--name|Soup|--kcal|5|--protein|1,250", both),
      ("log|--name|Soup|--kcal|5|--grams|1.000 g", "1.000 can be 1000 or 1\nhint: type 1000 or 1"),
      ("meals|edit|abcdef|--grams|1,250", both), ("plan|log|abcdef|--kcal|1,250", both),
      ("weight|log|80,400", "80,400 can be 80400 or 80.4\nhint: type"),
      ("foods|add|Bread|--kcal|1,250", both), ("foods|add|Bread|--kcal|250|--serving|1,250", both),
      ("foods|recipe|Toast|bread=1,250", both),
      ("foods|recipe|Toast|bread=90|--total|1,250", both), ("diet|setup|--height-cm|1,250", both), ("diet|setup|--weight-kg|1,250", both),
      ("diet|settings|--lock-macros|1,250", both), ("diet|settings|--active-share|1,250", both), ("diet|setup|--body-fat|1,250", both),
      ("scan|x.jpg|--grams|1,250", both), ("watch|x|--grams|1,250", both),
      ("log|--name|Soup|--kcal|5|--at|7.10", "7.10 can be 7:10 or 7 October\nhint: type 7:10 for the time, or 7.10. for the day"),
      ("meals|7/10", "7/10 can be 7 October or 10 July\nhint: write it like 2026-02-10 or 10.2."),
      ("plan|add|workout|Run|--day|7/10", "7/10 can be 7 October or 10 July\nhint: write it like"),
      ("plan|move|abcdef|7/10", "7/10 can be 7 October or 10 July\nhint: write it like"),
    ] as [(String, String)])
  func twoReadings(line: String, words: String) throws {
    let outcome = try run(line)
    #expect(outcome.status == 64 && outcome.out.isEmpty && outcome.err.contains(words), "\(outcome.err)")
    #expect(outcome.err.split(separator: "\n").count == 2, "\(outcome.err)")
  }

  @Test(
    "what is typed is taken as it is meant",
    arguments: [
      ("--kcal|80,5", 80.5, "servings", 1), ("--kcal|80.5", 80.5, "servings", 1), ("--kcal|1250", 1250, "servings", 1),
      ("--kcal|1 250", 1250, "servings", 1), ("--kcal|418.4kJ", 100, "servings", 1), ("--kcal|2 x 40", 80, "servings", 1),
      ("--kcal|５０", 50, "servings", 1), ("--kcal|50|--grams|200g", 50, "grams", 200), ("--kcal|50|--grams|0.5 l", 50, "grams", 500),
      ("--kcal|50|--grams|3 x 40g", 50, "grams", 120), ("--kcal|50|--grams|2 oz", 50, "grams", 56.69904625),
      ("--kcal|50|--servings|1/2", 50, "servings", 0.5), ("--kcal|50|--servings|½", 50, "servings", 0.5),
      ("--kcal|50|--servings|1 1/2", 50, "servings", 1.5),
    ] as [(String, Double, String, Double)])
  func amounts(options: String, kcal: Double, unit: String, number: Double) throws {
    let outcome = try run("log|--name|Soup|\(options)|--json")
    #expect(outcome.status == 0, "\(outcome.err)")
    let meal = try JSON(parsing: outcome.out)
    #expect(abs((meal["nutrition"]["energy_kcal"].double ?? 0) - kcal) < 1e-9 && meal["amount"][unit].double == number, "\(outcome.out)")
  }

  @Test(
    "a weight says its unit, or has that of the setting",
    arguments: [
      ("weight|log|80.4kg", 0, "logged 80.4 kg"), ("weight|log|80,4", 0, "logged 80.4 kg"), ("weight|log|177 lb", 0, "logged 80.3 kg"),
      ("weight|log|177|--unit|lb", 0, "logged 80.3 kg"), ("weight|log|177lb|--unit|lb", 0, "logged 80.3 kg"),
      ("weight|log|80.4kg|--unit|lb", 64, "the weight is in kg, but --unit says lb"),
      ("weight|log|80 cm", 65, "80 cm isn't in mg, g, kg, oz or lb"),
      ("weight|log|1/2", 65, "a weight must be"), ("weight|log|80 stones", 64, "stones isn't a known unit"),
    ] as [(String, Int32, String)])
  func weights(line: String, status: Int32, words: String) throws {
    let outcome = try run(line)
    #expect(outcome.status == status && (outcome.out + outcome.err).contains(words), "\(outcome.out)\(outcome.err)")
  }

  @Test(arguments: [("1,5 MB", 0), ("1.5 MB", 0), ("4096000000", 0), ("1,500 kB", 65), ("1.500 MB", 65)] as [(String, Int32)])
  func aSizeInTheSettingsHasOneReading(size: String, status: Int32) throws {
    #expect(try run("config|set|sync.daily_bytes|\(size)").status == status)
  }

  /// Numbers that hsync prints for people are read as they are meant, or refused.
  @Test func whatHsyncPrintsIsNeverMisread() throws {
    _ = try run("log|--name|Feast|--kcal|1250")
    let printed = try #require(run("meals").out.firstMatch(of: /([0-9][0-9,.]*) kcal/)).1
    #expect(["1250", "1,250"].contains(printed))
    let outcome = try run("log|--name|Feast|--kcal|\(printed)")
    #expect(outcome.status == (printed == "1250" ? 0 : 64), "\(outcome.err)")
  }

  // MARK: - Days and times

  @Test func aNewTimeKeepsTheDayOfTheMeal() throws {
    _ = try run("log|--name|Egg|--kcal|80|--at|yesterday 12:00")
    let id = try #require(meals("yesterday").first?["id"].string)
    let day = try #require(meals("yesterday").first?["day"].string)
    let outcome = try run("meals|edit|\(id)|--at|06:45")
    #expect(outcome.out.hasPrefix("changed to Egg, 1 serving, 80 kcal, as lunch on ") && outcome.out.contains("\(day) ["), "\(outcome.out)")
    #expect(try clocks("yesterday") == ["06:45"] && meals().isEmpty)
    _ = try run("meals|edit|\(id)|--at|today")
    #expect(try meals("yesterday").isEmpty && clocks() == ["06:45"])
  }

  /// A day other than today is in the answer.
  @Test(
    arguments: [
      ("yesterday", "yesterday"), ("-2", "-2"), ("yesterday noon", "yesterday"), ("12:00 yesterday", "yesterday"), ("-1 7pm", "-1"),
      ("yesterday 19h30", "yesterday"), ("yesterday 7.10", "yesterday"),
    ] as [(String, String)])
  func aDayIsNamedWhereverATimeIsTyped(at: String, day: String) throws {
    let outcome = try run("log|--name|Egg|--kcal|80|--at|\(at)")
    #expect(outcome.status == 0, "\(outcome.err)")
    let eaten = try #require(meals(day).first?["day"].string)
    #expect(outcome.out.contains(" on ") && outcome.out.contains("\(eaten) ["), "\(outcome.out)")
  }

  /// As on pages; the C library takes the first in New York and the second in Berlin.
  @Test(
    arguments: [
      ("Europe/Berlin", "2026-10-25 02:30", "+02:00"), ("America/New_York", "2026-11-01 01:30", "-04:00"),
      ("Europe/Berlin", "2026-03-29 02:30", "+02:00"),
      ("America/New_York", "2026-03-08 02:30", "-04:00"), ("Australia/Lord_Howe", "2026-04-05 01:45", "+11:00"),
    ] as [(String, String, String)])
  func clocksThatAreSetBackShowTheFirst(zone: String, at: String, offset: String) throws {
    var hsync = person.hsync
    hsync.environment["TZ"] = zone
    let meal = try JSON(parsing: hsync.run("log", "--name", "Egg", "--kcal", "1", "--yes", "--at", at, "--json").out)
    let shown = Moment(ms: meal["eaten_at_ms"].int ?? 0, utcOffsetMin: Int(meal["utc_offset_min"].int ?? 0)).iso8601
    #expect(shown.hasSuffix(offset), "\(shown)")
  }

  @Test func todayIsNotNamed() throws {
    #expect(
      try run("log|--name|Egg|--kcal|80|--at|noon").out.wholeMatch(of: /logged Egg, 1 serving, 80 kcal, as lunch \[[0-9a-z]{6}\]\n/) != nil)
  }

  /// The usual time of the meal that is named.
  @Test func aDayAloneHasTheTimeOfTheMeal() throws {
    _ = try run("log|--name|Egg|--kcal|80|--meal|breakfast|--at|yesterday")
    #expect(try clocks("yesterday") == ["08:00"])
  }

  @Test(
    "a day after today or more than a year ago is confirmed",
    arguments: [
      ("log|--name|Soup|--kcal|80|--at|2062-11-10 12:00", "2062-11-10 is in the future: go on?"),
      ("log|--name|Soup|--kcal|80|--at|1990-11-10 12:00", "1990-11-10 is more than a year ago: go on?"),
      ("log|--name|Soup|--kcal|80|--at|tomorrow", "is in the future: go on?"),
      ("log|--name|Soup|--kcal|80|--at|+1 7pm", "is in the future: go on?"),
      ("weight|log|80|--day|1990-11-10", "1990-11-10 is more than a year ago: go on?"),
    ] as [(String, String)])
  func aDoubtfulDay(line: String, words: String) throws {
    let refused = try run(line)
    #expect(refused.status == 64 && refused.out.isEmpty && refused.err.contains(words), "\(refused.err)")
    #expect(refused.err.contains("hint: add --yes to confirm") && refused.err.contains("there is no terminal"), "\(refused.err)")
    #expect(try run(line + "|--yes").out.hasPrefix("logged "))
  }

  @Test func aTerminalIsAsked() throws {
    for (answer, status, count) in [("n", 1, 0), ("y", 0, 1)] as [(String, Int32, Int)] {
      let asked = try person.hsync.runOnTerminal(["log", "--name", "Soup", "--kcal", "80", "--at", "tomorrow noon"], typing: "\(answer)\n")
      #expect(asked.status == status && asked.out.contains("is in the future: go on? [y/N]"), "\(asked.out)")
      #expect(try meals("tomorrow").count == count)
    }
  }

  @Test func aWeightIsNeverOfTheFuture() throws {
    for option in ["", "|--yes"] {
      let outcome = try run("weight|log|80|--day|tomorrow\(option)")
      #expect(outcome.status == 64 && outcome.err.contains("is in the future"), "\(outcome.err)")
    }
  }

  /// The question is about the day alone: an old meal may get another time.
  @Test func anOldMealStaysOnItsDayWithoutAQuestion() throws {
    _ = try run("log|--name|Soup|--kcal|80|--at|2001-02-03 12:00|--yes")
    let id = try #require(meals("2001-02-03").first?["id"].string)
    #expect(try run("meals|edit|\(id)|--at|06:45").status == 0)
    #expect(try run("meals|edit|\(id)|--at|2001-02-04").status == 64)
    #expect(try run("meals|edit|\(id)|--at|1969-02-04|--yes").err.contains("1969-02-04 is out of range"))
    #expect(try meals("2001-02-03").count == 1)
  }

  @Test(
    "-1 is a day wherever days are taken",
    arguments: [
      "meals|-1", "meals|--|-1", "week|--|-1", "plan|show|--|-1", "meals|list|-1|--json", "meals|--json|-1", "meals|--from|-7|--to|-1",
      "weight|log|80|--day|-1", "weight|delete|-1",
      "weight|list|--from|-3",
      "summary|--from|-14|--to|-1", "summary|--explain|-1", "summary|--rebuild|--from|-2", "week|-1", "plan|-1", "plan|export|-1",
      "plan|copy-week|-1|+1",
      "plan|add|workout|Run|--day|-1", "plan|note|rest|--day|-1", "plan|match|--day|-1", "plan|move|ID|-1", "diet|--day|-1",
      "diet|why|tdee|--day|-1",
      "diet|history|--from|-3|--to|-1", "log|--name|Egg|--kcal|1|--at|-1", "log|--name|Egg|--kcal|1|--at|-1 12:00",
    ])
  func minusOneIsADay(line: String) throws {
    var line = line
    if line.contains("weight|delete") { _ = try run("weight|log|80|--day|-1") }
    if line.hasPrefix("diet") {
      #expect(
        try person.hsync.run(["diet", "setup"] + DietCommandTests.answers.split(separator: " ").map(String.init) + ["--start", "-9"]).status
          == 0)
    }
    if line.contains("ID") { line = line.replacing("ID", with: try person.add("workout Run")) }
    let outcome = try run(line)
    // 1 is the honest no of a day without data.
    #expect(outcome.status < 2, "\(outcome.err)")
  }

  @Test(arguments: [
    ("meals|-7x", "unknown option '-7x'"), ("meals|-1|-2", "'-1 -2' isn't a day"), ("meals|today|--svg|x.svg", "unknown option '--svg'"),
    ("meals|-1|--from|-2", "give one day, or --from and --to"), ("weight|delete", "give the day: hsync weight delete yesterday"),
  ])
  func otherWordsStayMistakes(line: String, words: String) throws {
    let outcome = try run(line)
    #expect(outcome.status == 64 && outcome.err.contains(words), "\(outcome.err)")
  }

  @Test(arguments: ["27 nov", "27.11.", "monday", "2026-02-10", "Tue 2026-02-10", "yesterday", "-1"])
  func aDaysMealsAreListedForEveryWayToNameIt(day: String) throws {
    let outcome = try person.hsync.run(["meals"] + day.split(separator: " ").map(String.init))
    #expect(outcome.status == 0, "\(outcome.err)")
  }

  // MARK: - Files

  @Test(
    "a line of a script names its days the same way",
    arguments: [
      (#"{"op":"add","type":"workout","title":"Run","day":"27.11."}"#, 0, ""),
      (#"{"op":"add","type":"workout","title":"Run","day":"27 nov 2026"}"#, 0, ""),
      (
        #"{"op":"add","type":"workout","title":"Run","day":"7/10"}"#, 65,
        "line 1: 7/10 can be 7 October or 10 July\nhint: write it like 2026-02-10 or 10.2."
      ),
      (#"{"op":"add","type":"workout","title":"Run","day":"soon"}"#, 65, "line 1: 'soon' isn't a day"),
    ] as [(String, Int32, String)])
  func aScript(line: String, status: Int32, words: String) throws {
    let outcome = try person.hsync.run(["plan", "apply", "-"], input: Array(line.utf8))
    #expect(outcome.status == status && (words.isEmpty || outcome.err.contains(words)), "\(outcome.err)")
  }
}
