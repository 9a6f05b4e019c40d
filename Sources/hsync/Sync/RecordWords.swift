import HealthModel

/// What a record is, in one line for a person: its kind's word, and what tells it apart from others of its kind.
struct RecordWords {
  /// `Porridge, 2026-02-10 12:03`, `weight 81.4 kg, 2026-02-10`, `deletion of a meal`.
  let line: String

  /// - Parameter json: The record, as compact text; `nil` = it is deleted.
  init(kind: String, id: String, json: String?) {
    guard let json else {
      line = "deletion of \(RecordWords.noun(kind))"
      return
    }
    let record = (try? JSON(parsing: json.utf8)) ?? .null
    let day = record["day"].string ?? String(id.prefix(10))
    switch kind {
    case "meal": line = "\(record["name"].string ?? "a meal"), \(RecordWords.time(record, "eaten_at_ms") ?? day)"
    case "weight": line = "weight \(record["kg"].double.map { Quantity.weight($0) } ?? "?"), \(day)"
    case "day_summary": line = "summary of \(day)"
    case "workout":
      let activity = (record["activity"].string ?? "workout").split(separator: "_").joined(separator: " ")
      line = "\(activity), \(RecordWords.time(record, "start_ms") ?? "?")"
    case "sleep_session": line = "sleep, \(day)"
    case "planner_item":
      let what = record["title"].string ?? "something"
      line = record["skipped"].bool == true ? "\(what), left out in the week of \(day)" : "\(what), planned for \(day)"
    case "day_note": line = "note on \(id)"
    case "samples": line = RecordWords.samples(id)
    default: line = "a \(kind) of a newer hsync"
    }
  }

  /// The word for one record of a kind: `a meal`.
  static func noun(_ kind: String) -> String {
    switch kind {
    case "meal", "weight", "workout": "a \(kind)"
    case "day_summary": "a day's summary"
    case "sleep_session": "a sleep"
    case "planner_item": "a planned item"
    case "day_note": "a note"
    case "samples": "samples"
    default: "a \(kind)"
    }
  }

  /// The local time that a record tells, with its own offset.
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
