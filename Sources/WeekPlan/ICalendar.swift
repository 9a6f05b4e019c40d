import HealthModel

/// A plan as iCalendar (RFC 5545), to be subscribed to or imported: an all-day event for each item, one that recurs for each series.
package enum ICalendar {
  /// The calendar of some days. Lines end in CRLF, the last one too.
  ///
  /// A series is an event with a rule for its whole life, without the weeks that were changed or skipped (EXDATE); a changed week within the
  /// days is an event of its own. An event's UID is its record's id, so that importing again replaces it.
  ///
  /// - Parameters:
  ///   - rows: As `Planner.rows` reads them: with every week in which a series was changed.
  ///   - stampMs: When the calendar is made, milliseconds UTC.
  ///   - name: Of a calendar that programs subscribe to; they are asked to look again every hour. `nil` = one that is imported.
  package static func document(
    _ rows: PlanRows, notes: [Day: String], from first: Day, through last: Day, stampMs: Int64, subscribedAs name: String? = nil
  ) -> String {
    let stamp = ISOTime.compact(ms: stampMs)
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//hsync//hsync//EN", "CALSCALE:GREGORIAN"]
    if let name {
      // RFC 7986, 5.1 and 5.7, and what programs read that are older.
      lines += ["NAME:", "X-WR-CALNAME:"].map { $0 + escaped(name) }
      lines += ["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]
    }
    let days = first...max(first, last)
    for item in (rows.items.filter { days.contains($0.day) } + rows.series).sorted(by: PlanRows.isBefore) {
      lines += event(item, replaced: rows.replaced, stamp)
    }
    for (day, text) in notes.filter({ days.contains($0.key) }).sorted(by: { $0.key < $1.key }) { lines += event(day, note: text, stamp) }
    lines.append("END:VCALENDAR")
    return lines.map { folded($0) + "\r\n" }.joined()
  }

  private static func event(_ item: PlanItem, replaced: Set<String>, _ stamp: String) -> [String] {
    var lines = begin(item.id, item.day, stamp)
    if item.isSeries {
      lines.append("RRULE:FREQ=WEEKLY" + (item.repeats?.until.map { ";UNTIL=\(date($0))" } ?? ""))
      let excepted = exceptions(of: item, in: replaced)
      if !excepted.isEmpty { lines.append("EXDATE;VALUE=DATE:" + excepted.map(date).joined(separator: ",")) }
    }
    lines.append("CREATED:" + ISOTime.compact(ms: item.createdAtMs))
    lines.append("SUMMARY:" + escaped(item.title))
    lines.append("CATEGORIES:" + (item.kind.meal.map { "MEAL,\($0.rawValue.uppercased())" } ?? "WORKOUT"))
    if item.isCompleted { lines.append("X-HSYNC-COMPLETED:TRUE") }
    return lines + ["END:VEVENT"]
  }

  private static func event(_ day: Day, note text: String, _ stamp: String) -> [String] {
    let title = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
    var lines = begin("note-\(day)", day, stamp)
    lines.append("SUMMARY:" + escaped(title))
    if title != text { lines.append("DESCRIPTION:" + escaped(text)) }
    return lines + ["CATEGORIES:NOTE", "END:VEVENT"]
  }

  /// An event of a day that leaves the day free.
  private static func begin(_ id: String, _ day: Day, _ stamp: String) -> [String] {
    [
      "BEGIN:VEVENT", "UID:" + escaped(id) + "@hsync", "DTSTAMP:" + stamp, "DTSTART;VALUE=DATE:" + date(day),
      "DTEND;VALUE=DATE:" + date(day.adding(1)), "TRANSP:TRANSPARENT",
    ]
  }

  /// The days on which the series would have been in the weeks that are changed.
  private static func exceptions(of series: PlanItem, in replaced: Set<String>) -> [Day] {
    replaced.compactMap { id in
      guard let occurrence = Occurrence(id: id), occurrence.series == series.id else { return nil }
      return series.occurrence(in: occurrence.week)?.day
    }.sorted()
  }

  /// `20260210`.
  private static func date(_ day: Day) -> String { day.description.filter { $0 != "-" } }

  /// RFC 5545, 3.3.11: backslash, semicolon and comma are escaped, a line break is `\n`, other control characters aren't allowed.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\", ";", ",": result += "\\\(character)"
      case _ where character.isNewline: result += "\\n"
      default:
        result += String(String.UnicodeScalarView(character.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 || $0 == "\t" }))
      }
    }
    return result
  }

  /// RFC 5545, 3.1: lines of at most 75 octets without the break; what follows goes on after a space. A character isn't torn.
  private static func folded(_ line: String) -> String {
    guard line.utf8.count > 75 else { return line }
    var result = ""
    var octets = 0
    for scalar in line.unicodeScalars {
      let width = UTF8.width(scalar)
      if octets + width > 75 {
        result += "\r\n "
        octets = 1
      }
      result.unicodeScalars.append(scalar)
      octets += width
    }
    return result
  }
}
