import ActivityWindow
import HealthModel

/// The facts of a planned notice that are kept for the next plan and for the log of events, as the memo of a `WantedNotice`.
struct CoastMemo: Sendable {
  /// The notice's id in the engine.
  let id: String
  /// The mode.
  let mode: ActivityMode
  /// The local date of the window at the place.
  let date: Day
  /// The windows that it announces: starts, milliseconds since 1970.
  let startsMs: [Int64]
  /// The first window as local times, and its mean score. `nil` of a heat warning.
  let window: (start: String, end: String, meanScore: Double)?

  /// The memo of a notice.
  init(_ notice: CoastNotice) {
    id = notice.id
    mode = notice.mode
    date = notice.date
    startsMs = notice.announcedMs
    window = notice.window.map { ($0.startTime, $0.endTime, $0.meanScore) }
  }

  /// Reads a memo. `nil` when it isn't one.
  init?(_ text: String) {
    guard let json = try? JSON(parsing: text), let id = json["id"].string, let mode = json["mode"].string.flatMap(ActivityMode.init),
      let date = json["date"].string.flatMap({ Day($0) }), let starts = json["starts"].array
    else { return nil }
    self.id = id
    self.mode = mode
    self.date = date
    startsMs = starts.compactMap(\.int)
    let window = json["window"]
    if let start = window["start"].string, let end = window["end"].string, let mean = window["mean_score"].double {
      self.window = (start, end, mean)
    } else {
      self.window = nil
    }
  }

  /// The JSON that `init` reads.
  var text: String {
    let window = window.map {
      JSON.object([("start", .string($0.start)), ("end", .string($0.end)), ("mean_score", JSON($0.meanScore))])
    }
    return JSON.object([
      ("id", .string(id)), ("mode", .string(mode.rawValue)), ("date", .string(date.description)),
      ("starts", .array(startsMs.map { JSON($0) })), ("window", window ?? .null),
    ]).text
  }
}
