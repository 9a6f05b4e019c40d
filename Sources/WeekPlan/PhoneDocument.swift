import HealthModel

/// The planner of the phone app, `weekly_planner_v1`: `updatedAt` and `days.{mon..sun}.{day,workouts,meals,notes}`, a week without dates.
package struct PhoneDocument: Sendable, Equatable {
  /// The time when the phone wrote it, milliseconds UTC, which determines its week. `nil` = not given.
  package private(set) var updatedAtMs: Int64?
  /// The parts that couldn't be imported and the reasons, in the order of the document.
  package private(set) var skipped: [Skipped] = []
  private var items: [Item] = []
  private var notes: [(weekday: Int, text: String)] = []
  private var ids: Set<String> = []

  /// A part of the document that couldn't be read.
  package struct Skipped: Sendable, Hashable {
    /// The position: `mon, workout 2`.
    package let place: String
    /// The reason: `no title`.
    package let reason: String
  }

  /// An item of the phone: its day is a day of the week, 0 = Monday.
  private struct Item: Equatable {
    var id: String
    var weekday: Int
    var kind: PlanItem.Kind
    var title: String
    var isCompleted: Bool
    var createdAtMs: Int64?
  }

  /// The number of items.
  package var itemCount: Int { items.count }
  /// The number of days with a note.
  package var noteCount: Int { notes.count }

  package static func == (a: PhoneDocument, b: PhoneDocument) -> Bool {
    a.updatedAtMs == b.updatedAtMs && a.skipped == b.skipped && a.items == b.items && a.notes.elementsEqual(b.notes, by: ==)
  }
}

// MARK: - Reading

extension PhoneDocument {
  /// Reads a document, or the phone's storage that holds it under `@weekly_planner_v1`. Parts that can't be read are in `skipped`.
  /// - Throws: kind `.badData` if it isn't JSON or not a planner at all: nothing can be imported.
  package init(parsing bytes: some Sequence<UInt8>) throws(PlanError) {
    let document = try PhoneDocument.unwrapped(PhoneDocument.json(bytes), depth: 3)
    guard let days = document["days"].members else {
      throw PlanError("no planner document: it has no \"days\"", hint: "hsync expects weekly_planner_v1, as stored by the phone app")
    }
    updatedAtMs = ISOTime.ms(document["updatedAt"])
    for (name, weekday) in days.map({ ($0.key, PhoneDocument.weekday($0.key)) }) where weekday == nil {
      skipped.append(Skipped(place: name, reason: "no day of the week"))
    }
    for (weekday, name) in PlanWords.weekdays.enumerated() {
      for member in days where PhoneDocument.weekday(member.key) == weekday { read(member.value, weekday, name) }
    }
  }

  private static func json(_ bytes: some Sequence<UInt8>) throws(PlanError) -> JSON {
    do { return try JSON(parsing: bytes) } catch {
      throw PlanError("no planner document: no JSON, \(error)", hint: "hsync expects weekly_planner_v1, as stored by the phone app")
    }
  }

  /// The phone's storage keeps texts: a document may be one within another.
  private static func unwrapped(_ json: JSON, depth: Int) throws(PlanError) -> JSON {
    guard depth > 0 else { return json }
    if let text = json.string { return try unwrapped(PhoneDocument.json(text.utf8), depth: depth - 1) }
    for key in ["@weekly_planner_v1", "weekly_planner_v1"] where !json[key].isNull { return try unwrapped(json[key], depth: depth - 1) }
    return json
  }

  private static func weekday(_ key: String) -> Int? {
    let word = key.lowercased()
    return PlanWords.weekdays.firstIndex { word == $0 || (word.hasSuffix("day") && word.hasPrefix($0)) }
  }

  private mutating func read(_ day: JSON, _ weekday: Int, _ name: String) {
    if day.isNull { return }
    guard day.members != nil else {
      skipped.append(Skipped(place: name, reason: "no object"))
      return
    }
    for (key, word) in [("workouts", "workout"), ("meals", "meal")] {
      if day[key].isNull { continue }
      guard let list = day[key].array else {
        skipped.append(Skipped(place: "\(name), \(key)", reason: "no list"))
        continue
      }
      for (index, json) in list.enumerated() {
        let place = "\(name), \(word) \(index + 1)"
        do throws(Unread) {
          items.append(try item(json, word, weekday, "\(name)-\(word)-\(index + 1)"))
        } catch {
          skipped.append(Skipped(place: place, reason: error.reason))
        }
      }
    }
    read(notes: day["notes"], weekday, name)
  }

  private mutating func read(notes json: JSON, _ weekday: Int, _ name: String) {
    let lines = json.string.map { [$0] } ?? json.array?.compactMap(\.string)
    guard let lines, json.array.map({ $0.count == lines.count }) ?? true else {
      if !json.isNull { skipped.append(Skipped(place: "\(name), notes", reason: "no text")) }
      return
    }
    let text = PlanTitle.trimmed(lines.joined(separator: "\n"))
    if !text.isEmpty { notes.append((weekday, text)) }
  }

  private struct Unread: Error { let reason: String }

  private mutating func item(_ json: JSON, _ word: String, _ weekday: Int, _ place: String) throws(Unread) -> Item {
    guard json.members != nil else { throw Unread(reason: "no object") }
    let kind: PlanItem.Kind
    if word == "meal" {
      guard let type = json["type"].string else { throw Unread(reason: "no type") }
      guard let meal = PlannedMeal(rawValue: type.lowercased()) else { throw Unread(reason: "\"\(type)\" isn't a type of meal") }
      kind = .meal(meal)
    } else {
      kind = .workout
    }
    guard json["title"].isNull || json["title"].string != nil else { throw Unread(reason: "its title isn't text") }
    let title: String
    do { title = try PlanTitle.checked(json["title"].string ?? "", for: kind) } catch {
      throw Unread(reason: PlanTitle.trimmed(json["title"].string ?? "").isEmpty ? "no title" : "its title is too long")
    }
    guard json["completed"].isNull || json["completed"].bool != nil else { throw Unread(reason: "\"completed\" is neither true nor false") }
    return Item(
      id: newID(json["id"].string ?? json["id"].int.map(String.init) ?? place), weekday: weekday, kind: kind, title: title,
      isCompleted: json["completed"].bool ?? false, createdAtMs: ISOTime.ms(json["createdAt"]))
  }

  /// Returns the phone's own id, cut to the allowed length; a repeated one gets a number.
  private mutating func newID(_ wanted: String) -> String {
    let cut = String(String.UnicodeScalarView(wanted.unicodeScalars.prefix(120)))
    var id = cut
    var number = 2
    while !ids.insert(id).inserted {
      id = "\(cut)#\(number)"
      number += 1
    }
    return id
  }
}

// MARK: - As edits, and back

extension PhoneDocument {
  /// Returns its contents as edits of a week. Idempotent, because an item's id is derived from the phone's and the
  /// week.
  package func edits(in week: ISOWeek) -> [PlanEdit] {
    // Without times, the phone's order stands for them: newest first.
    let midnightMs = Int64(week.monday.number) * 86_400_000 + Int64(items.count)
    let puts = items.enumerated().map { index, item in
      PlanEdit.put(
        PlanItem(
          id: "phone:\(week.monday):\(item.id)", shortID: "", kind: item.kind, title: item.title, day: week.days[item.weekday],
          isCompleted: item.isCompleted, createdAtMs: item.createdAtMs ?? updatedAtMs.map { $0 - Int64(index) } ?? midnightMs - Int64(index)
        ))
    }
    return puts + notes.map { .setNote(day: week.days[$0.weekday], text: $0.text) }
  }

  /// Returns the document of a week. Data without a field on the phone is left out: ticked meals, short ids,
  /// repetition.
  ///
  /// - Parameters:
  ///   - items: Of that week, newest first inside a day; others are left out.
  ///   - updatedAtMs: Its time of writing, from which the phone derives the week.
  package static func json(of items: [PlanItem], notes: [Day: String], week: ISOWeek, updatedAtMs: Int64) -> JSON {
    let days = zip(PlanWords.weekdays, week.days).map { name, day in
      let planned = items.filter { $0.day == day }
      let workouts = planned.filter { $0.kind == .workout }.map { item in
        JSON.object([
          ("id", .string(item.id)), ("title", .string(item.title)), ("completed", .bool(item.isCompleted)),
          ("createdAt", .string(ISOTime.text(ms: item.createdAtMs))),
        ])
      }
      let meals = planned.compactMap { item in
        item.kind.meal.map { meal in
          JSON.object([
            ("id", .string(item.id)), ("type", .string(meal.rawValue)), ("title", .string(item.title)),
            ("createdAt", .string(ISOTime.text(ms: item.createdAtMs))),
          ])
        }
      }
      let members: [(String, JSON)] = [
        ("day", .string(name)), ("workouts", .array(workouts)), ("meals", .array(meals)), ("notes", .string(notes[day] ?? "")),
      ]
      return (name, JSON.object(members))
    }
    return .object([("updatedAt", .string(ISOTime.text(ms: updatedAtMs))), ("days", .object(days))])
  }
}
