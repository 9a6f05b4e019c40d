import HealthModel

/// One line of a script, and how its keys are read.
struct PlanLine {
  private let json: JSON
  private var week: ISOWeek
  private let today: Day

  /// - Parameter json: an object.
  init(_ json: JSON, week: ISOWeek, today: Day) {
    self.json = json
    self.week = week
    self.today = today
  }

  /// Returns the edit of the line.
  /// - Throws: an unknown operation or key, a missing key, or an invalid value.
  func edit() throws(PlanError) -> PlanEdit {
    var line = self
    return try line.read()
  }

  private mutating func read() throws(PlanError) -> PlanEdit {
    guard let op = try text("op") else { return try item() }
    switch op {
    case "add":
      try allow(["type", "meal_type", "title", "day", "week", "repeat", "repeat_until", "completed"])
      try setWeek()
      return .ensure(
        kind: try kind(), title: try text("title") ?? "", day: try dayOrToday(), repeats: try repeats(),
        completed: try flag("completed") ?? false)
    case "done", "undone":
      try allow(["id", "week"])
      return .setCompleted(ref: try needed("id"), op == "done", week: try week("week"))
    case "rename":
      try allow(["id", "title", "week", "all"])
      return .rename(ref: try needed("id"), title: try needed("title"), week: try week("week"), wholeSeries: try flag("all") ?? false)
    case "move":
      try allow(["id", "day", "week"])
      guard let day = try day("day") else { throw missing("day") }
      return .move(ref: try needed("id"), to: day, week: try week("week"))
    case "delete", "rm":
      try allow(["id", "week", "all"])
      return .remove(ref: try needed("id"), week: try week("week"), wholeSeries: try flag("all") ?? false)
    case "note":
      try allow(["day", "week", "text"])
      try setWeek()
      return .setNote(day: try dayOrToday(), text: try needed("text"))
    case "copy_week":
      try allow(["from", "to"])
      return .copyWeek(from: try week("from") ?? week, to: try week("to") ?? week.adding(1))
    case "put": return try item()
    default:
      throw PlanError("\"\(op)\" isn't an operation", hint: "one of add, done, undone, rename, move, delete, note, copy_week")
    }
  }

  private mutating func item() throws(PlanError) -> PlanEdit {
    try allow([
      "id", "short_id", "type", "meal_type", "title", "day", "week", "completed", "completed_at_ms", "created_at_ms", "repeat",
      "repeat_until", "repeat_of",
    ])
    guard json["id"] != .null else {
      throw PlanError("neither \"op\" nor \"id\"", hint: #"say what to do: {"op":"add","type":"workout","title":"Run","day":"fri"}"#)
    }
    try setWeek()
    let absent = (["type", "day"] + (json["type"].string == "meal" ? ["meal_type"] : ["title"])).filter { json[$0].isNull }
    guard absent.isEmpty, let day = try day("day") else {
      throw PlanError(
        absent.map { "\"\($0)\"" }.joined(separator: ", ") + (absent.count == 1 ? " is missing" : " are missing"),
        hint: "an item needs \"id\", \"type\", \"day\", and a title or meal_type")
    }
    let completed = try flag("completed") ?? false
    return .put(
      PlanItem(
        id: try needed("id"), shortID: try text("short_id") ?? "", kind: try kind(), title: try text("title") ?? "", day: day,
        isCompleted: completed, completedAtMs: completed ? try number("completed_at_ms") : nil,
        createdAtMs: try number("created_at_ms") ?? PlanEdit.createdNow, repeats: try repeats(), repeatOf: try text("repeat_of")))
  }

  /// Takes the days that follow as those of the week that the line names.
  private mutating func setWeek() throws(PlanError) {
    if let named = try week("week") { week = named }
  }

  /// The line's day; without one today, which must be in the line's week.
  private func dayOrToday() throws(PlanError) -> Day {
    if let day = try day("day") { return day }
    guard json["week"].isNull || week.contains(today) else { throw missing("day") }
    return today
  }

  private func kind() throws(PlanError) -> PlanItem.Kind {
    let (type, meal) = (try needed("type"), try text("meal_type"))
    if let kind = PlanItem.Kind(type: type, mealType: meal) { return kind }
    switch (type, meal) {
    case ("workout", _?): throw PlanError("a workout has no \"meal_type\"")
    case ("meal", nil): throw missing("meal_type")
    case ("meal", let name?): throw PlanError("\"\(name)\" isn't a \"meal_type\"", hint: "breakfast, lunch, dinner or snack")
    default: throw PlanError("\"\(type)\" isn't a \"type\"", hint: "workout or meal")
    }
  }

  private func repeats() throws(PlanError) -> PlanItem.Repeat? {
    let until = try day("repeat_until")
    switch try text("repeat") {
    case nil:
      guard until == nil else { throw missing("repeat") }
      return nil
    case "weekly": return .weekly(until: until)
    case let other?: throw PlanError("\"\(other)\" isn't a \"repeat\"", hint: "weekly, or leave it out")
    }
  }
}

// MARK: - Keys

extension PlanLine {
  private func allow(_ keys: [String]) throws(PlanError) {
    if let unknown = json.members?.first(where: { $0.key != "op" && !keys.contains($0.key) }) {
      throw PlanError("unknown key \"\(unknown.key)\"", hint: "known here: \(keys.joined(separator: ", "))")
    }
  }

  private func text(_ key: String) throws(PlanError) -> String? {
    let value = json[key]
    if value.isNull { return nil }
    guard let text = value.string else { throw PlanError("\"\(key)\" must be a text") }
    return text
  }

  private func needed(_ key: String) throws(PlanError) -> String {
    guard let text = try text(key) else { throw missing(key) }
    return text
  }

  private func flag(_ key: String) throws(PlanError) -> Bool? {
    let value = json[key]
    if value.isNull { return nil }
    guard let flag = value.bool else { throw PlanError("\"\(key)\" must be true or false") }
    return flag
  }

  private func number(_ key: String) throws(PlanError) -> Int64? {
    let value = json[key]
    if value.isNull { return nil }
    guard let number = value.int else { throw PlanError("\"\(key)\" must be a whole number") }
    return number
  }

  private func day(_ key: String) throws(PlanError) -> Day? {
    guard let name = try text(key) else { return nil }
    return try PlanWords.day(name, in: week, today: today)
  }

  private func week(_ key: String) throws(PlanError) -> ISOWeek? {
    guard let name = try text(key) else { return nil }
    return try PlanWords.week(name, today: today)
  }

  private func missing(_ key: String) -> PlanError { PlanError("\"\(key)\" is missing") }
}
