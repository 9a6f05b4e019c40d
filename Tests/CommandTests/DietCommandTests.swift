import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync diet`. Days are relative, so that the tests hold on every day.
@Suite struct DietCommandTests {
  private let person: Household

  init() throws { person = try Household() }

  /// 39 years, 170 cm, 80 kg, light: 2300 kcal, and 1900 on diet days.
  static let answers = "--sex male --age 39 --height-cm 170 --weight-kg 80 --activity light --goal lose"

  private func run(_ line: String) throws -> Program.Outcome { try person.hsync.run(line.split(separator: " ").map(String.init)) }

  private func done(_ line: String) throws -> Program.Outcome {
    let outcome = try run(line)
    #expect(outcome.status == 0, "\(line): \(outcome.err)")
    return outcome
  }

  private func json(_ line: String) throws -> JSON { try JSON(parsing: done(line).out) }

  /// Set up so that today is the 28th day.
  private func setUp(_ more: String = "") throws { _ = try done("diet setup \(Self.answers) --start -27 \(more)") }

  @Test func withoutAPlanItSaysHowToSetOneUp() throws {
    for line in ["diet", "diet history", "diet why tdee", "diet settings", "diet pause", "diet stop", "diet settings --age 40"] {
      let outcome = try run(line)
      #expect(outcome.status == 1 && outcome.out.isEmpty, "\(line)")
      #expect(outcome.err == "hsync: no diet plan is set up\nhint: set one up: hsync diet setup\n", "\(line)")
    }
    #expect(try done("diet learn").lines.count == 13)
  }

  @Test("D-PROFILE-1: the set-up asks nothing when all is given")
  func theContractsSetUp() throws {
    let outcome = try done(
      "diet setup --sex male --age 35 --height-cm 180 --weight-kg 85 --activity moderate --goal lose --start today "
        + "--window 12:00-18:00 --meals 12:00,15:00,17:30 --factor 0.67")
    // 850 + 1125 − 175 + 5 = 1805; · 1.55 = 2797.75; 2798 · 0.67 = 1874.66.
    #expect(outcome.err.isEmpty && outcome.lines[0].hasSuffix("2,798 kcal at maintenance, 1,875 kcal on diet days"))
    #expect(outcome.lines[1] == "Week 1 starts gentle. Why? hsync diet why gentle_start")
    #expect(outcome.out.contains("This plan is no medical advice."))
    let settings = try json("diet settings --json")
    #expect(settings["profile"]["meals"].array == ["12:00", "15:00", "17:30"].map(JSON.string))
    #expect(settings["profile"]["window"].string == "12:00-18:00" && settings["profile"]["factor"].string == "0.67")
    #expect(settings["plan"]["state"].string == "running")
  }

  /// The keys of the contract, in its order, and golden values of a day.
  @Test("D-PHASE-4, D-FEEDBACK-1, D-FEEDBACK-2: the day as JSON")
  func theDayAsJSON() throws {
    try setUp()
    for line in ["--name Rice --kcal 1250 --protein 85 --carbs 142 --fat 38", "--name Tea --kcal 0 --protein 0 --carbs 0 --fat 0"] {
      let words = line.split(separator: " ").map(String.init)
      #expect(try person.hsync.run(["log"] + words + ["--at=-18 12:30"]).status == 0)
    }
    _ = try done("weight log 80.4 --day -19")
    _ = try done("weight log 80 --day -18")
    let day = try json("diet --json --day -18")
    let keys = day.members?.map(\.key)
    #expect(
      keys == [
        "day", "phase", "day_of_phase", "days_to_switch", "cycle", "maintenance_kcal", "target_kcal", "goal", "eaten", "unknown",
        "remaining_kcal", "smileys", "ring_degrees", "streak_days", "weight",
      ])
    let rest = JSON.members(Array((day.members ?? []).dropFirst()))
    #expect(
      rest.text == """
        {"phase":"diet","day_of_phase":10,"days_to_switch":5,"cycle":1,"maintenance_kcal":2300,"target_kcal":1900,\
        "goal":{"protein_g":160,"carbs_g":135,"fat_g":80},"eaten":{"energy_kcal":1250,"protein_g":85,"carbs_g":142,"fat_g":38},\
        "unknown":{"meals_without_energy":0,"meals_without_macros":0,"kcal_without_macros":0},"remaining_kcal":650,"smileys":{"protein":"😐","carbs":"😊","fat":"😞"},"ring_degrees":{"protein":64,"carbs":108,"fat":65},\
        "streak_days":2,"weight":{"kg":80,"average_kg":80.2,"trend_kg":-0.2}}
        """)
    #expect(try json("diet show --json --day -18") == day)
  }

  @Test("D-PHASE-2, D-PHASE-3: a month day by day, gentle, diet, maintenance")
  func aMonth() throws {
    try setUp()
    let days = try done("diet history --json --from -40 --to +1").lines.map { try JSON(parsing: $0) }
    #expect(days.count == 29)
    for (place, day) in days.enumerated() {
      let n = place + 1
      let isDiet = (8...14).contains(n) || n == 29
      #expect(day["phase"].string == (n <= 7 ? "gentle_start" : isDiet ? "diet" : "maintenance"), "day \(n)")
      #expect(day["target_kcal"].int == (isDiet ? 1900 : 2300), "day \(n)")
      #expect(day["day_of_phase"].int == Int64(place % 14 + 1), "day \(n)")
    }
    #expect(days.last?["cycle"].int == 2 && days[0]["smileys"]["protein"] == .null)
    #expect(try done("diet history").lines.count == 29)
    #expect(try done("diet --day -14").lines[0].hasSuffix("🔥 Day 14 of 14 - Switching to Maintenance"))
    #expect(try done("diet --day -13").out.contains("Your calories are increasing to 2,300 today!\n"))
    let today = try done("diet").out
    #expect(today.contains("🎉🎉🎉 cycle 1 completed") && today.contains("Cycle 1 is complete"))
    #expect(try run("diet --day -28").status == 1)
  }

  @Test("D-PHASE-1: pauses shift the rest, and a stop ends it")
  func pausesAndAStop() throws {
    _ = try done("diet setup \(Self.answers) --start -4")
    #expect(try done("diet pause --to +2").out.hasPrefix("paused from "))
    let paused = try json("diet --json")
    #expect(paused["phase"].string == "maintenance" && paused["day_of_phase"] == .null && paused["target_kcal"].int == 2300)
    #expect(try json("diet --json --day +3")["day_of_phase"].int == 5)
    let again = try run("diet pause")
    #expect(again.status == 1 && again.err.contains("hint: continue it: hsync diet resume"))
    #expect(try done("diet resume").out == "resumed: Day 5 of 14 - Gentle start\n")
    #expect(try run("diet resume").status == 1)
    #expect(try done("undo").out.contains("resumed the diet plan"))
    #expect(try done("diet resume --json").out.contains("\"day_of_phase\":5"))
    #expect(try json("diet stop --json")["phase"] == .null)
    #expect(try run("diet stop").status == 1 && !done("today").out.contains("diet:"))
    _ = try done("diet setup")
    #expect(try json("diet --json")["day_of_phase"].int == 1)
  }

  @Test func settingsHoldFromToday() throws {
    try setUp()
    _ = try done("diet settings --activity active --weigh-in 07:30 --voice gentle-guilt --lock-macros 75 --active-share 50")
    let settings = try json("diet settings --json")
    #expect(settings["profile"]["activity"].string == "active" && settings["profile"]["locked_weight_kg"].int == 75)
    #expect(settings["profile"]["active_share"].double == 0.5 && settings["notices"]["weigh_in"].string == "07:30")
    #expect(try json("diet --json")["target_kcal"].int == 2885 && json("diet --json --day -1")["target_kcal"].int == 2300)
    #expect(try json("diet --json")["goal"]["protein_g"].int == 150)
    #expect(try done("diet settings").lines.contains("macros         locked at 75.0 kg"))
    for (line, message) in [
      ("--active-share 101", "share of active energy must be 0-100 %"), ("--lock-macros 1", "weight must be from 2.0 kg to 650.0 kg"),
      ("--meals 12:00", "choose 2-5 eating times"),
    ] {
      let refused = try run("diet settings \(line)")
      #expect(refused.status == 65 && refused.err.contains(message), "\(refused.err)")
    }
    let passed = try run("diet pause --from -3")
    #expect(passed.status == 65 && passed.err.contains(" is before "), "\(passed.err)")
    _ = try done("diet settings --lock-macros off --weigh-in off --notices off")
    #expect(try json("diet settings --json")["notices"]["on"].bool == false)
  }

  @Test(arguments: [
    ("diet setup --sex male", 65, "age is missing"),
    ("diet setup \(DietCommandTests.answers) --start 2001-01-01", 65, "the plan must start from"),
    ("diet setup \(DietCommandTests.answers) --age 17", 65, "age must be 18-99"), ("diet setup --sex robot", 64, "'robot'"),
    ("diet setup \(DietCommandTests.answers) --window 12:00-20:00", 65, "the eating window must be 6 hours long"),
    ("diet setup \(DietCommandTests.answers) --window 20:00-02:00", 65, "the eating window must begin and end on one day"),
    ("diet setup \(DietCommandTests.answers) --meals 11:00,13:00", 65, "11:00 is outside the eating window (12pm - 6pm)"),
    ("diet setup \(DietCommandTests.answers) --meals 12:00,12:00", 65, "12:00 is given twice"),
    ("diet setup \(DietCommandTests.answers) --meals 12:00", 65, "choose 2-5 eating times"),
    ("diet setup \(DietCommandTests.answers) --meals lunch", 64, "lunch"),
    ("diet setup \(DietCommandTests.answers) --factor 0.5", 64, "0.5"),
    ("diet setup \(DietCommandTests.answers) --height 5'9", 64, "--height"),
    ("diet setup \(DietCommandTests.answers) --body-fat 99", 65, "body fat must be 3-70 %"),
    ("diet setup --sex female --age 30 --height-cm 180 --weight-kg 55 --activity light --goal lose", 65, "body mass index"),
    ("diet setup --sex female --age 90 --height-cm 150 --weight-kg 45 --activity sedentary --goal lose", 65, "1,200 kcal"),
    ("diet setup \(DietCommandTests.answers) --weight-kg 500", 65, "weight must be from 30.0 kg to 200.0 kg"),
    ("diet why gravity", 64, "gravity"), ("diet --day someday", 64, "someday"), ("diet --json --svg -", 64, "either --json or --svg"),
    ("diet history --from 0 --to -3", 64, ""), ("diet settings --weigh-in 25:00", 64, "25:00"),
  ])
  func badInputIsRefused(line: String, status: Int32, message: String) throws {
    let outcome = try run(line)
    #expect(outcome.status == status && outcome.out.isEmpty, "\(line): \(outcome.status) \(outcome.err)")
    #expect(message.isEmpty || outcome.err.contains(message), "\(outcome.err)")
    #expect(try run("diet").status == 1, "nothing is written")
  }

  @Test("D-ENERGY-1: body fat chooses Katch–McArdle; feet and inches are a height")
  func otherAnswers() throws {
    _ = try done(
      "diet setup --sex other --age 50 --height 5'9 --weight-kg 85 --activity sedentary --goal maintain --body-fat 20")
    // 370 + 21.6 · 68 = 1838.8; · 1.2 = 2206.56.
    #expect(try json("diet --json")["target_kcal"].int == 2207)
    let why = try json("diet why tdee --json")
    #expect(why["bullets"].array?.first?.string?.contains("Katch–McArdle") == true && why["studies"].array?.count == 1)
    #expect(try json("diet settings --json")["profile"]["height_cm"].double == 175.26)
    #expect(try json("diet --json")["phase"] == .null && done("diet").lines[0].hasSuffix("Maintain Weight"))
  }

  @Test("D-FEEDBACK-10, D-MEAL-10: meals and weights say what is left")
  func logsSayWhatIsLeft() throws {
    #expect(try !done("log --name Rice --kcal 500 --at 00:01").out.contains("diet"), "without a plan")
    try setUp()
    let meal = try person.hsync.run(["log", "--name", "Stew", "--kcal", "600", "--protein", "130", "--at=-18 21:00"])
    #expect(meal.status == 0 && meal.lines[1].contains("1,300 of 1,900 kcal left · protein 😊 · 1 day streak"), "\(meal.out)")
    #expect(meal.err == "Eating outside your window (12pm-6pm)\n")
    #expect(try done("weight log 79 --day -18").lines[1].hasSuffix(": 1,300 of 1,900 kcal left · 🎉 weight logged"))
    #expect(try done("today").out.contains("\n  diet: 🌱 Day 14 of 14 - Switching to Diet, 1,800 of 2,300 kcal left\n"))
    let added = try json("plan add meal lunch Porridge --json")
    let planned = try done("plan log \(#require(added["id"].string)) --kcal 100 --at 13:00")
    #expect(planned.out.contains("\ndiet: "), "\(planned.out)")
    let samples = ProjectFiles.root + "/samples"
    let scanned = try person.hsync.run("scan", samples + "/photos/01-muesli.jpg", "--log", "--products", samples + "/products.tsv")
    #expect(scanned.status == 0 && (scanned.out + scanned.err).contains("diet: "), "\(scanned.out)\(scanned.err)")
  }

  @Test("D-PHASE-5, D-LEARN-1: every topic has an answer, and is remembered")
  func topics() throws {
    try setUp()
    let topics = try done("diet learn --json").lines.map { try JSON(parsing: $0) }
    #expect(topics.count == 12 && topics.allSatisfy { $0["seen"].bool == false })
    for topic in topics {
      let name = topic["topic"].string ?? ""
      let lines = try done("diet why \(name)").lines
      #expect(lines.count >= 2 && lines[0] == topic["title"].string && lines[1].hasPrefix("• "), "\(name)")
    }
    #expect(try done("diet why gentle-start").out == done("diet why gentle_start").out)
    #expect(try done("diet learn").out.contains("✓  tdee"))
    #expect(try done("diet why metabolic_adaptation").out.contains("Byrne et al. 2018, Int J Obes 42:129–138"))
  }

  @Test("D-LEARN-3: an explanation is offered once")
  func aLessonIsOfferedOnce() throws {
    _ = try done("diet setup \(Self.answers)")
    #expect(try done("diet --json").out == done("diet --json").out)
    #expect(try done("diet").out.contains("Week 1 starts gentle. Why? hsync diet why gentle_start"))
    #expect(try !done("diet").out.contains("Why?"))
    #expect(try run("undo").err.contains("nothing to undo") == false, "the set-up can still be undone")
  }

  @Test("D-NOTIFY-1, D-NOTIFY-3: a notice of the plan arrives once, and none when they are off")
  func aNoticeArrivesOnce() throws {
    let file = person.home.file("notices.txt")
    try person.configure("[notices]\nways = [\"command\"]\ncommand = \"cat >>'\(file)'\"\n")
    _ = try done("diet setup \(Self.answers)")
    // Due since midnight, as no weight is logged today.
    _ = try done("diet settings --weigh-in 00:00")
    for _ in 1...2 { _ = try done("notices run") }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.components(separatedBy: "Log today's weight").count == 2, "\(text)")
    #expect(try done("notices").out.contains("Prepare your lunch"))
    _ = try done("diet settings --notices off")
    #expect(try done("notices").out.hasPrefix("no notices are planned\n"))
  }

  @Test func picturesAreDrawn() throws {
    try setUp()
    #expect(try person.hsync.run(["log", "--name", "Rice", "--kcal", "900", "--protein", "60", "--at=-1 12:30"]).status == 0)
    _ = try done("weight log 79 --day -1")
    let ring = try done("diet --day -1 --svg -").out
    #expect(ring.hasPrefix("<svg") && ring.contains("c-protein") && ring.contains("c-unknown") && ring.contains("Calories: 900 of 2,300."))
    let history = try done("diet history --svg \(person.home.file("history.svg"))")
    #expect(history.out == "drawn: \(person.home.file("history.svg"))\n")
    #expect(try String(contentsOfFile: person.home.file("history.svg"), encoding: .utf8).contains("eaten kcal"))
  }

  @Test("D-A11Y-1: all fits in 40 columns and needs no colour")
  func fortyColumns() throws {
    try setUp()
    #expect(try person.hsync.run(["log", "--name", "Rice", "--kcal", "900", "--protein", "60", "--at=-18 12:30"]).status == 0)
    for line in [
      ["diet", "--day", "-18"], ["diet"], ["diet", "history"], ["diet", "why", "tdee"], ["diet", "settings"], ["diet", "learn"],
    ] {
      let shown = try person.hsync.runOnTerminal(columns: 40, line, environment: ["NO_COLOR": "1"])
      for text in shown { #expect(text.count <= 40 && !text.contains("\u{1B}"), "\(text)") }
    }
    let day = try person.hsync.runOnTerminal(columns: 40, ["diet", "--day", "-18"], environment: ["NO_COLOR": "1"])
    #expect(day.contains { $0.hasPrefix("[PPPP") && $0.contains("?") && $0.hasSuffix("47 %") }, "\(day)")
  }

  @Test("D-PROFILE-1: eight questions on a terminal, with presets, steps back and answers that are kept")
  func questionsOnATerminal() throws {
    let first = try person.hsync.runOnTerminal(["diet", "setup"], typing: "\nmale\n200\nb\n\n39\n170\n")
    #expect(first.out.contains("1 of 8  Meet Your Lion Coach 🦁") && first.out.contains("age must be 18-99"), "\(first.out)")
    let second = try person.hsync.runOnTerminal(["diet", "setup"], typing: "80\n2\n\n13:00-19:00\n")
    #expect(second.out.contains("5 of 8") && !second.out.contains("2 of 8"), "\(second.out)")
    #expect(second.out.contains("2,300 kcal at maintenance"), "\(second.out)")
    let profile = try json("diet settings --json")["profile"]
    #expect(profile["meals"].array == ["13:00", "16:00", "19:00"].map(JSON.string) && profile["goal"].string == "lose")
  }
}
