import HealthModel
import TestSupport
import Testing

@testable import WeekPlan

@Suite struct PhoneDocumentTests {
  private let text = #"""
    {"updatedAt":"2026-02-11T18:30:00.000Z","days":{
      "mon":{"day":"mon","workouts":[{"id":"w1","title":" Run ","completed":true,"createdAt":"2026-02-09T07:00:00Z"}],
        "meals":[{"id":"m1","type":"dinner","title":"","createdAt":1770622800000}],"notes":"guests\nat seven "},
      "sun":{"day":"sun","workouts":[],"meals":[{"id":"m2","type":"Snack","title":"Apple"}],"notes":""}}}
    """#

  private func read(_ text: String) throws(PlanError) -> PhoneDocument { try PhoneDocument(parsing: text.utf8) }

  @Test func aWeekIsTakenOver() throws {
    let document = try read(text)
    #expect(document.updatedAtMs == 1_770_834_600_000)
    #expect(document.skipped == [] && document.itemCount == 3 && document.noteCount == 1)
    let edits = document.edits(in: Plan.week)
    let items = edits.compactMap { edit in if case .put(let item) = edit { item } else { nil } }
    #expect(
      items.map { "\($0.id) \($0.day) \($0.kind.type) \($0.title) \($0.isCompleted) \($0.createdAtMs)" } == [
        "phone:2026-02-09:w1 2026-02-09 workout Run true 1770620400000",
        "phone:2026-02-09:m1 2026-02-09 meal Dinner false 1770622800000",
        // No time of its own: that of the document, in the document's order.
        "phone:2026-02-09:m2 2026-02-15 meal Apple false 1770834599998",
      ])
    #expect(edits.last == .setNote(day: Plan.day("2026-02-09"), text: "guests\nat seven"))
    #expect(edits.count == 4)
    #expect(document.edits(in: Plan.week) == edits, "twice the same")
  }

  @Test func thePhonesStorageHoldsItAsText() throws {
    let inner = JSON.string(text)
    for outer in [inner, .object([("@weekly_planner_v1", inner)]), .object([("weekly_planner_v1", try JSON(parsing: text))])] {
      #expect(try read(outer.text) == read(text))
    }
  }

  @Test func whatCannotBeReadIsCountedAndTheRestTaken() throws {
    let long = String(repeating: "x", count: 501)
    let document = try read(
      #"""
      {"updatedAt":"yesterday","days":{"mon":{"workouts":[{"title":"  "},{"title":"Run"},5,{"title":7},{"title":"a","completed":"yes"},
        {"title":"\#(long)"}],"meals":[{"type":"brunch","title":"Eggs"},{"title":"Eggs"},{"type":"lunch"}],"notes":{"a":1}},
        "tue":[],"wed":{"workouts":{},"notes":["a","b"]},"thu":null,"someday":{},"fri":{"notes":["a",1]}}}
      """#)
    #expect(document.updatedAtMs == nil)
    #expect(
      document.skipped.map { "\($0.place): \($0.reason)" } == [
        "someday: no day of the week", "mon, workout 1: no title", "mon, workout 3: no object", "mon, workout 4: its title isn't text",
        "mon, workout 5: \"completed\" is neither true nor false", "mon, workout 6: its title is too long",
        "mon, meal 1: \"brunch\" isn't a type of meal", "mon, meal 2: no type", "mon, notes: no text", "tue: no object",
        "wed, workouts: no list", "fri, notes: no text",
      ])
    #expect(document.itemCount == 2 && document.noteCount == 1)
    let edits = document.edits(in: Plan.week)
    #expect(edits.contains(.setNote(day: Plan.day("2026-02-11"), text: "a\nb")))
    #expect(document.edits(in: Plan.week) == edits, "without any time it is twice the same, too")
  }

  @Test func idsAreNeverTwiceTheSame() throws {
    let id = String(repeating: "i", count: 150)
    let one = #"{"id":"\#(id)","title":"a"}"#
    let document = try read(#"{"days":{"mon":{"workouts":[\#(one),\#(one),{"title":"b"},{"id":7,"title":"c"}]}}}"#)
    let ids = document.edits(in: Plan.week).compactMap { edit in if case .put(let item) = edit { item.id } else { nil } }
    let cut = "phone:2026-02-09:" + String(repeating: "i", count: 120)
    #expect(ids == [cut, cut + "#2", "phone:2026-02-09:mon-workout-3", "phone:2026-02-09:7"])
  }

  @Test(arguments: [
    "", "{", "null", "[]", "{}", "5", #""x""#, #"{"days":[]}"#, #"{"days":"mon"}"#, #"{"@weekly_planner_v1":"{"}"#, text513,
  ])
  func aBrokenDocumentIsAnError(text: String) throws {
    let error = try #require(throws: PlanError.self) { try read(text) }
    #expect(error.kind == .badData && error.message.hasPrefix("no planner document"))
  }

  /// Deeper than any parser goes.
  private static let text513 = String(repeating: "[", count: 600)

  /// Bytes changed, lost and doubled: an error or a planner, never a crash, and every item is read or counted.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func damagedDocumentsAreReadOrRefused(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<500 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        let place = Int.random(in: 0..<bytes.count, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[place], at: place)
        }
      }
      guard let document = try? PhoneDocument(parsing: bytes) else {
        refused += 1
        continue
      }
      let edits = document.edits(in: Plan.week)
      #expect(edits.count == document.itemCount + document.noteCount)
    }
    #expect(refused > 50 && refused < 500)
  }

  @Test func anEmptyPlannerIsOne() throws {
    let document = try read(#"{"updatedAt":0,"days":{}}"#)
    #expect(document.itemCount == 0 && document.edits(in: Plan.week) == [] && document.updatedAtMs == 0)
  }

  @Test func itIsWrittenAsThePhoneReadsIt() throws {
    var run = Plan.item("w", "Run", "2026-02-09", createdAtMs: 1_770_620_400_123)
    run.isCompleted = true
    var meal = Plan.item("m", "Chili", "2026-02-15", createdAtMs: 0)
    meal.kind = .meal(.dinner)
    let json = PhoneDocument.json(
      of: [run, meal, Plan.item("x", "Elsewhere", "2026-02-16")], notes: [Plan.day("2026-02-10"): "rest"], week: Plan.week,
      updatedAtMs: 1_770_834_600_000)
    #expect(json["updatedAt"].string == "2026-02-11T18:30:00.000Z")
    #expect(json["days"].members?.map(\.key) == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
    #expect(
      json["days"]["mon"].text
        == #"{"day":"mon","workouts":[{"id":"w","title":"Run","completed":true,"createdAt":"2026-02-09T07:00:00.123Z"}],"meals":[],"notes":""}"#
    )
    #expect(
      json["days"]["sun"]["meals"].text == #"[{"id":"m","type":"dinner","title":"Chili","createdAt":"1970-01-01T00:00:00.000Z"}]"#)
    #expect(json["days"]["tue"]["notes"].string == "rest")
    // And back.
    let back = try read(json.text)
    #expect(back.skipped == [] && back.itemCount == 2 && back.noteCount == 1)
    #expect(back.edits(in: Plan.week).count == 3)
  }

  @Test(
    arguments: [
      (#""2026-02-10T11:03:00Z""#, 1_770_721_380_000), (#""2026-02-10T12:03:00.5+01:00""#, 1_770_721_380_500),
      (#""2026-02-10 11:03""#, 1_770_721_380_000), (#""2026-02-10T05:33:00.1234-0530""#, 1_770_721_380_123),
      ("1770721380000", 1_770_721_380_000),
      ("1770721380000.4", 1_770_721_380_000), ("0", 0), (#""2026-02-10""#, nil), (#""2026-02-10T25:00:00Z""#, nil), ("-1", nil),
      ("1e30", nil), (#""2026-02-10T11:03:00X""#, nil), (#""2026-02-10T11:03:00+25:00""#, nil), ("null", nil), ("true", nil),
      (#""2026-02-10T11:03:00.Z""#, nil), (#""1960-01-01T00:00:00Z""#, nil),
    ] as [(String, Int64?)])
  func timesAreRead(text: String, ms: Int64?) throws { #expect(ISOTime.ms(try JSON(parsing: text)) == ms) }
}
