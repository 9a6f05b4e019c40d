import HealthModel
import HealthStore
import LaundryPet

/// A record in one line: its kind, and the values that identify it among others of its kind.
package struct RecordWords {
  /// `Porridge, 2026-02-10 12:03`, `weight 81.4 kg, 2026-02-10`, `deletion of a meal`.
  package let line: String

  /// Returns a weight in the unit that it is shown in: `81.4 kg`. It takes kilograms.
  package typealias Weight = @Sendable (_ kg: Double) -> String

  /// - Parameter json: The record, as compact text; `nil` = it is deleted.
  package init(kind: String, id: String, json: String?, weight: Weight) {
    guard let json else {
      line = "deletion of \(RecordWords.noun(kind))"
      return
    }
    let record = (try? JSON(parsing: json.utf8)) ?? .null
    let day = record["day"].string ?? String(id.prefix(10))
    line = RecordWords.lines[kind]?(record, id, day, weight) ?? "a \(kind) of a newer hsync"
  }

  /// The words of each kind, from a record, its id, its day and the unit of weights.
  package static let lines: [String: @Sendable (_ record: JSON, _ id: String, _ day: String, _ weight: Weight) -> String] = [
    SyncedTable.meal.kind: { record, _, day, _ in "\(record["name"].string ?? "a meal"), \(time(record, "eaten_at_ms") ?? day)" },
    SyncedTable.weight.kind: { record, _, day, weight in "weight \(record["kg"].double.map(weight) ?? "?"), \(day)" },
    SyncedTable.daySummary.kind: { _, _, day, _ in "summary of \(day)" },
    SyncedTable.workout.kind: { record, _, _, _ in
      let activity = (record["activity"].string ?? "workout").split(separator: "_").joined(separator: " ")
      return "\(activity), \(time(record, "start_ms") ?? "?")"
    },
    SyncedTable.sleepSession.kind: { _, _, day, _ in "sleep, \(day)" },
    SyncedTable.plannerItem.kind: { record, _, day, _ in
      let what = record["title"].string ?? "something"
      return record["skipped"].bool == true ? "\(what), left out in the week of \(day)" : "\(what), planned for \(day)"
    },
    SyncedTable.dayNote.kind: { _, id, _, _ in "note on \(id)" },
    SyncedTable.laundryPet.kind: { record, _, _, _ in "laundry pet \(record["name"].string ?? "without a name")" },
    SyncedTable.laundryTask.kind: { record, _, _, _ in
      let kind = record["step"].string.flatMap(LaundryTask.Kind.init) ?? .wash
      let what = (record["cancelled_at_ms"].isNull ? "" : "cancelled ") + kind.noun
      return "\(what) of a laundry pet, cycle \(record["cycle"].int ?? 0)"
    },
    SyncedTable.dietProfile.kind: { _, _, _, _ in "answers to the set-up of the diet plan" },
    SyncedTable.dietEvent.kind: { record, _, day, _ in
      let words =
        switch record["type"].string {
        case "profile": "profile"
        case "pause": "pause"
        case "resume": "end of a pause"
        case "stop": "end"
        case "milestone", "lesson": record["name"].string ?? "entry"
        default: "entry"
        }
      return "diet plan: \(words), \(day)"
    },
    SyncedTable.coastProfile.kind: { record, _, _, _ in "activity profile \(record["preset"].string ?? "?")" },
    SyncedTable.coastPlace.kind: { record, id, _, _ in "place \(record["name"].string ?? id)" },
    SyncedTable.productOverride.kind: { record, id, _, _ in "your values for \(record["name"].string ?? id)" },
    RecordKind.samples: { _, id, _, _ in samples(id) },
  ]

  /// The word for one record of a kind: `a meal`.
  package static func noun(_ kind: String) -> String { SyncedTable.noun(of: kind)?.one ?? "a \(kind)" }

  /// Returns a count of records of a kind: `8 day summaries`, `1 meal`.
  package static func count(_ count: Int, of kind: String) -> String {
    "\(Quantity.grouped(count)) \(count == 1 ? counted(kind).singular : counted(kind).plural)"
  }

  /// The word for the records of a kind: `meals`, `groups of samples`.
  package static func plural(_ kind: String) -> String { counted(kind).plural }

  /// Returns the noun of a kind. For a kind of a newer hsync, it is the kind's name.
  private static func counted(_ kind: String) -> SyncedTable.Noun {
    SyncedTable.noun(of: kind) ?? SyncedTable.Noun(kind.replacing("_", with: " "))
  }

  /// Returns the local time in a record, with its own offset.
  private static func time(_ record: JSON, _ key: String) -> String? {
    guard let ms = record[key].int, let offset = record["utc_offset_min"].int, (-1440...1440).contains(offset) else { return nil }
    let moment = Moment(ms: ms, utcOffsetMin: Int(offset))
    return "\(moment.day) \(moment.clock)"
  }

  /// The id of a chunk is `device/type/source/day`, its parts percent-encoded.
  private static func samples(_ id: String) -> String {
    let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4 else { return "samples" }
    return "samples \(parts[1]), \(parts[3])"
  }
}
