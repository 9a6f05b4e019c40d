import HealthModel

/// Writes all that the server keeps of one user, a JSON object a line: first the user, then devices, records and events. Tokens aren't part of it,
/// as only their hashes are kept.
struct UserExport: Sendable {
  let store: any BackendStore

  /// Events that are read at once.
  private static let eventsAtOnce = 1000

  /// Writes the lines. Records that change meanwhile may be written as they were and again as they are.
  ///
  /// - Parameters:
  ///   - name: the user.
  ///   - write: called with each line, without its end.
  /// - Returns: the number of records and events.
  func run(_ name: String, write: (String) -> Void) async throws -> (records: Int, events: Int) {
    let owner = try store.owner(named: name)
    write(UserExport.line("user", .object([("name", .string(name)), ("id", .string(owner.id))])))
    for device in try store.devices(of: owner) { write(UserExport.line("device", device)) }
    var records = 0
    for kinds in [nil, [RecordKind.samples]] {
      var query = ChangesQuery(since: "", limit: BackendLimits().pageRecords, kinds: kinds)
      var isMore = true
      while isMore {
        let page = try JSON(parsing: await store.page(query, owner: owner))
        for record in page["changes"].array ?? [] {
          write(UserExport.line("record", record))
          records += 1
        }
        isMore = page["more"].bool == true
        query.since = page["next"].string ?? ""
      }
    }
    var events = 0
    var last: EventPlace?
    while true {
      let some = try store.events(of: owner, after: last, most: UserExport.eventsAtOnce)
      for event in some { write(UserExport.line("event", event.json)) }
      events += some.count
      guard some.count == UserExport.eventsAtOnce else { break }
      last = some.last?.place
    }
    return (records, events)
  }

  private static func line(_ kind: String, _ value: JSON) -> String { JSON.object([(kind, value)]).text }
}
