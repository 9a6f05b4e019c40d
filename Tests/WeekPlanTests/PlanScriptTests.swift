import HealthModel
import Testing

@testable import WeekPlan

@Suite struct PlanScriptTests {
  private func script(_ text: String) throws(PlanError) -> PlanScript {
    try PlanScript(parsing: Array(text.utf8), week: Plan.week, today: Plan.today)
  }

  @Test func eachOperationIsRead() throws {
    let read = try script(
      """
      # a week of mine
      {"op":"add","type":"workout","title":"Run","day":"fri","repeat":"weekly"}

      {"op":"add","type":"meal","meal_type":"dinner","title":"Chili","day":"2026-11-24"}
      {"op":"add","type":"meal","meal_type":"lunch","completed":true}\r
        {"op":"done","id":"k7m2"}
      {"op":"undone","id":"k7m2","week":"next"}
      {"op":"rename","id":"k7m2","title":"Walk"}
      {"op":"move","id":"k7m2","day":"+1"}
      {"op":"rm","id":"k7m2","all":true}
      {"op":"note","day":"sun","text":"rest"}
      {"op":"copy_week","from":"this","to":"next"}
      {"op":"add","type":"workout","title":"Yoga","repeat":"weekly","repeat_until":"2026-06-30","day":null}
      """)
    #expect(
      read.edits == [
        .ensure(kind: .workout, title: "Run", day: Plan.day("2026-02-13"), repeats: .weekly(until: nil)),
        .ensure(kind: .meal(.dinner), title: "Chili", day: Plan.day("2026-11-24")),
        .ensure(kind: .meal(.lunch), title: "", day: Plan.today, completed: true),
        .setCompleted(ref: "k7m2", true, week: nil),
        .setCompleted(ref: "k7m2", false, week: ISOWeek("2026-W08")),
        .rename(ref: "k7m2", title: "Walk", week: nil, wholeSeries: false),
        .move(ref: "k7m2", to: Plan.day("2026-02-11"), week: nil),
        .remove(ref: "k7m2", week: nil, wholeSeries: true),
        .setNote(day: Plan.day("2026-02-15"), text: "rest"),
        .copyWeek(from: Plan.week, to: Plan.week.adding(1)),
        .ensure(kind: .workout, title: "Yoga", day: Plan.today, repeats: .weekly(until: Plan.day("2026-06-30"))),
      ])
    #expect(read.lines == [2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  }

  @Test func aWholeItemComesBackAsItWasPrinted() throws {
    var item = Plan.item("019f-1", "Run", createdAtMs: 5)
    (item.isCompleted, item.completedAtMs) = (true, 9)
    var week = try #require(Plan.series("s", from: "2026-02-03", until: "2026-03-01").occurrence(in: Plan.week))
    week.kind = .meal(.snack)
    let read = try script("\u{FEFF}" + item.json.text + "\n" + week.json.text)
    // Whether it has a row isn't printed.
    week.isOccurrence = false
    #expect(read.edits == [.put(item), .put(week)])
  }

  @Test func aWeekPlacesTheWeekday() throws {
    let read = try script(
      #"{"op":"add","type":"workout","title":"Run","day":"fri","week":"next"}"# + "\n"
        + #"{"op":"note","day":"mon","week":"+2","text":"rest"}"# + "\n"
        + #"{"id":"a","type":"workout","title":"Run","day":"fri","week":"next"}"#)
    let next = Plan.week.adding(1)
    #expect(
      read.edits == [
        .ensure(kind: .workout, title: "Run", day: next.days[4]), .setNote(day: Plan.week.adding(2).monday, text: "rest"),
        .put(
          PlanItem(
            id: "a", shortID: "", kind: .workout, title: "Run", day: next.days[4], isCompleted: false, createdAtMs: PlanEdit.createdNow)),
      ])
  }

  @Test func anEmptyScriptDoesNothing() throws {
    for text in ["", "\n\n", "# nothing", " \r\n\t\n"] { #expect(try script(text).edits == []) }
  }

  @Test(arguments: [
    ("{", "not a JSON object"), ("[]", "not a JSON object"), ("5", "not a JSON object"), ("{\"op\":\"add\"} x", "not a JSON object"),
    (#"{"op":"dance"}"#, "\"dance\" isn't an operation"), (#"{"op":5}"#, "\"op\" must be a text"),
    (#"{"op":"add","type":"workout","titel":"x"}"#, "unknown key \"titel\""), (#"{"op":"done"}"#, "\"id\" is missing"),
    (#"{"op":"done","id":7}"#, "\"id\" must be a text"), (#"{"op":"move","id":"a"}"#, "\"day\" is missing"),
    (#"{"op":"move","id":"a","day":"someday"}"#, "'someday' isn't a day"),
    (#"{"op":"add","type":"walk"}"#, "\"walk\" isn't a \"type\""), (#"{"op":"add","type":"meal"}"#, "\"meal_type\" is missing"),
    (#"{"op":"add","type":"meal","meal_type":"brunch"}"#, "\"brunch\" isn't a \"meal_type\""),
    (#"{"op":"add","type":"workout","meal_type":"lunch"}"#, "a workout has no \"meal_type\""),
    (#"{"op":"add","type":"workout","title":"x","repeat":"daily"}"#, "\"daily\" isn't a \"repeat\""),
    (#"{"op":"add","type":"workout","title":"x","repeat_until":"fri"}"#, "\"repeat\" is missing"),
    (#"{"op":"rm","id":"a","all":1}"#, "\"all\" must be true or false"), (#"{"op":"note","day":"fri"}"#, "\"text\" is missing"),
    (#"{"op":"copy_week","to":"never"}"#, "\"never\" isn't a week"), ("{}", "neither \"op\" nor \"id\""),
    (#"{"id":"a"}"#, "\"type\", \"day\", \"title\" are missing"), (#"{"id":"a","type":"meal"}"#, "\"day\", \"meal_type\" are missing"),
    (#"{"op":"add","type":"workout","title":"x","week":"next"}"#, "\"day\" is missing"),
    (#"{"op":"add","type":"workout","title":"a\u0000b"}"#, "\"title\" has a NUL character in it"),
    (#"{"op":"add","type":"workout","title":"a\ud800b"}"#, "half of a surrogate pair"),
    (#"{"op":"note","text":"\udc00"}"#, "half of a surrogate pair"),
    (#"{"id":"a","type":"workout","title":"x","day":"fri","completed":false,"created_at_ms":"1"}"#, "must be a whole number"),
    (#"{"id":"a","type":"workout","title":"x","completed":false,"created_at_ms":1}"#, "\"day\" is missing"),
  ])
  func anErrorNamesTheLine(line: String, message: String) throws {
    let error = try #require(throws: PlanError.self) { try script("# first\n{\"op\":\"done\",\"id\":\"a\"}\n\(line)\n{") }
    #expect(error.message.hasPrefix("line 3: ") && error.message.contains(message), "\(error.message)")
    #expect(error.line == 3 && error.kind == .badData)
  }

  @Test func bytesThatAreNoTextAreAnError() throws {
    let error = try #require(throws: PlanError.self) {
      try PlanScript(parsing: [0x7B, 0x22, 0xFF, 0x22, 0x7D], week: Plan.week, today: Plan.today)
    }
    #expect(error.message.hasPrefix("line 1: "))
  }

  @Test func aFailureIsLocated() throws {
    let read = try script("\n\n{\"op\":\"done\",\"id\":\"a\"}\n")
    let error = read.located(PlanFailure(index: 0, error: PlanError(.no, "nothing planned has the id \"a\"", hint: "see")))
    #expect(error.message == "line 3: nothing planned has the id \"a\"" && error.line == 3 && error.kind == .no && error.hint == "see")
  }
}
