import HealthDesk
import HealthModel
import HealthStore
import Settings

/// The notices in words.
extension NoticeGlance {
  /// Planned ones, then the last ones, then the ways.
  var lines: [String] {
    var columns = Columns([.left, .left, .left], elastic: 2)
    for item in planned { columns.add([NoticeGlance.time(item.entry.fireAtMs), item.entry.source, item.notice.text.title.onOneLine]) }
    let none = isEnabled ? "no notices are planned" : "notices are off: hsync notices on"
    return (planned.isEmpty ? [none] : ["planned"] + columns.lines(indent: 2, within: Terminal.room)) + endedLines + wayLines
  }

  private var endedLines: [String] {
    var columns = Columns([.left, .left, .left, .left], elastic: 2, dispensable: [3])
    for item in ended {
      columns.add([
        NoticeGlance.time(item.entry.endedAtMs ?? item.entry.fireAtMs), item.entry.state.rawValue, item.notice.text.title.onOneLine,
        item.words,
      ])
    }
    return ended.isEmpty ? [] : ["earlier"] + columns.lines(indent: 2, within: Terminal.room)
  }

  private var wayLines: [String] {
    guard !ways.isEmpty else { return ["no way of delivery is set up: hsync config set notices.ways desktop"] }
    let failing = ways.compactMap { way in
      way.rest.map { "  \(way.id) fails since \(NoticeGlance.time($0.sinceMs)): \($0.reason.onOneLine)" }
    }
    return ["delivered by \(ways.map(\.id).joined(separator: ", "))"] + failing
  }

  private static func time(_ ms: Int64) -> String {
    let moment = LocalClock.moment(atMs: ms)
    return "\(moment.day) \(moment.clock)"
  }

  /// As in the JSON contract (`docs/json.md`).
  var json: JSON {
    .object([
      ("enabled", .bool(isEnabled)),
      (
        "ways",
        .array(
          ways.map { way in
            .object([
              ("way", .string(way.id)), ("failures", JSON(way.rest?.failures ?? 0)),
              ("failing_since_ms", way.rest.map { JSON($0.sinceMs) } ?? .null),
              ("error", JSON(way.rest?.reason)),
            ])
          })
      ), ("planned", .array(planned.map(\.json))), ("ended", .array(ended.map(\.json))),
    ])
  }
}

extension NoticeGlance.Item {
  /// `desktop, ntfy failed`; the reason of a cancelled one.
  fileprivate var words: String {
    if let reason = entry.reason { return reason.replacing("_", with: " ") }
    return deliveries.map { $0.status == "delivered" ? $0.way : "\($0.way) \($0.status)" }.joined(separator: ", ")
  }

  fileprivate var json: JSON {
    .object([
      ("id", .string(entry.id)), ("source", .string(entry.source)), ("kind", .string(notice.kind)),
      ("state", .string(entry.state.rawValue)),
      ("title", .string(notice.text.title)), ("body", .string(notice.text.body)), ("link", JSON(notice.link)),
      ("fire_at_ms", JSON(entry.fireAtMs)), ("not_after_ms", JSON(entry.notAfterMs)),
      ("ended_at_ms", entry.endedAtMs.map { JSON($0) } ?? .null), ("reason", JSON(entry.reason)),
      (
        "deliveries",
        .array(
          deliveries.map {
            .object([
              ("way", .string($0.way)), ("status", .string($0.status)), ("attempts", JSON($0.attempts)), ("at_ms", JSON($0.atMs)),
              ("error", JSON($0.reason)),
            ])
          })
      ),
    ])
  }
}
