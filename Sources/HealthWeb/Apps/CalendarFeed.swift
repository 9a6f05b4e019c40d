import Digests
import HTTPTypes
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import WeekPlan

/// `/calendar/TOKEN.ics`: the plan for calendar programs. They know no sessions and send no header fields of ours, so the address itself is the
/// secret.
struct CalendarFeed: Sendable {
  let library: SharedLibrary
  let door: AppDoor

  /// Weeks before and after the current one that are shown.
  private static let weeks = (before: 8, after: 52)

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/calendar/:file") { request, context in try await answer(request, context) }
    router.head("/calendar/:file") { request, context in try await answer(request, context).createHeadResponse() }
  }

  private func answer(_ request: Request, _ context: WebContext) async throws -> Response {
    let name = try context.parameters.require("file")
    guard let key = AppKey(calendar: name), try await door.token(key, for: .calendar) != nil else { throw Refusal.notFound }
    let now = door.clock.now
    let week = ISOWeek(of: now.day)
    let (first, last) = (week.adding(-CalendarFeed.weeks.before).monday, week.adding(CalendarFeed.weeks.after).sunday)
    let (rows, notes) = try await library.read { library in
      let planner = Planner(library)
      return (try planner.rows(from: first, through: last), try planner.notes(from: first, through: last))
    }
    func document(stampMs: Int64) -> String {
      ICalendar.document(rows, notes: notes, from: first, through: last, stampMs: stampMs, subscribedAs: "hsync")
    }
    // Weak, because the time at which it was made, which is part of it, doesn't count.
    let tag = "W/\"\(Hexadecimal.text(SHA256.of(document(stampMs: 0)).prefix(16)))\""
    let headers: HTTPFields = [.eTag: tag, .cacheControl: "private, no-cache"]
    guard !CalendarFeed.names(request.headers[values: .ifNoneMatch], tag) else { return Response(status: .notModified, headers: headers) }
    var response = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: document(stampMs: now.ms))))
    response.headers[.contentType] = "text/calendar; charset=utf-8"
    return response
  }

  /// Whether `If-None-Match` names a tag; weak or not doesn't matter (RFC 9110, 13.1.2).
  private static func names(_ values: [String], _ tag: String) -> Bool {
    let bare = tag.drop { $0 != "\"" }
    return values.joined(separator: ",").split(separator: ",").contains { value in
      let value = value.drop { $0 == " " }
      return value == "*" || (value.hasPrefix("W/") ? value.dropFirst(2) : value).prefix { $0 != " " } == bare
    }
  }
}
