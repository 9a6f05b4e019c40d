import Foundation
import HealthModel
import Synchronization
import TestSupport
import Testing
import Transport

@Suite(.serialized) struct Row22OldAndNew {
  /// A client and a server of a later version, and a server of an earlier one; what nobody here knows passes through unchanged.
  @Test func versionsMixed() async throws {
    try await FaultRow(22, "old client and new server, and the reverse; unknown fields and kinds").holds {
      let kept = try await laterClient()
      let fields = try laterServer()
      try earlierServer()
      return """
        \(kept) of a later client came through hsync, its edits and a change of backend equal as JSON; a server that says \
        \(fields) unknown things and one that lacks all that is optional: I
        """
    }
  }

  /// A device of a later version writes kinds and fields that this one doesn't know; this one edits the record, and moves to another backend.
  private func laterClient() async throws -> String {
    let backend = try RunningBackend()
    let token = try backend.addUser("ana")
    let device = try Household()
    try device.logIn(to: backend, token: token)
    let meal = #"""
      {"day":"2026-02-10","eaten_at_ms":1770724980000,"utc_offset_min":60,"slot":"lunch","name":"Soup","brand":null,"gtin":null,
       "amount":{"servings":1,"grams":null,"cups":1.5},"nutrition":{"energy_kcal":250,"protein_g":null,"carbs_g":null,"fat_g":null,
       "sugars_g":null,"saturated_fat_g":null,"fiber_g":null,"salt_g":null,"iron_mg":2.25},
       "provenance":{"source":"user","revision":null,"basis":"manual","doubts":[],"camera":{"lens":"wide"}},"note":null,
       "created_at_ms":1770724980000,"vibe":"good","tags":["a",{"b":[1,2.5,-3e-7,null,true]}],"big":12345678901234567890}
      """#
    let mood = #"{"score":12345678901234567890,"of":[1,2.50,"ü\u0000\"\n🥣"],"deep":{"er":{"est":[[[]]]}},"empty":{},"1":null}"#
    let weight = #"{"day":"2026-02-10","kg":70.5,"measured_at_ms":null,"utc_offset_min":null,"source":"user","fat_percent":20.5}"#
    let hlc = Int64(1_770_724_980_000) << 16
    let records = [("meal", "later", meal), ("mood", "m/1", mood), ("weight", "2026-02-10", weight)].map {
      #"{"kind":"\#($0.0)","id":"\#($0.1)","hlc":"\#(hlc)","op":"put","data":\#($0.2),"signed":"x"}"#
    }
    let body = #"{"device":"ff","push":1,"records":[\#(records.joined(separator: ","))],"later":{"a":1}}"#
    let pushed = try await CurlTransport().send(
      HTTPRequest(
        method: "POST", url: backend.url + "/v1/sync/push",
        headers: [
          ("Authorization", "Bearer \(token)"), ("HSync-Device", "ff"), ("HSync-Version", "1"), ("HSync-Schema", "99"),
          ("Content-Type", "application/json"),
        ], body: Array(body.utf8)))
    let answer = try JSON(parsing: pushed.body)
    try #require(pushed.status == 200 && answer["accepted"].int == 3, "\(answer.text)")
    try device.syncs()
    _ = try device.value("UPDATE meal SET energy_kcal = 251; UPDATE weight SET kg = 71")
    try device.syncs()

    let expected = try [
      "meal/later": JSON(parsing: meal.replacingOccurrences(of: #""energy_kcal":250"#, with: #""energy_kcal":251"#)),
      "mood/m/1": JSON(parsing: mood), "weight/2026-02-10": JSON(parsing: weight.replacingOccurrences(of: "70.5", with: "71")),
    ]
    try await requireEqual(expected, on: backend, token)
    try Fleet([device], backend).requireInvariant()

    // Another backend gets all of it, though this device understands only a part.
    let other = try RunningBackend()
    let otherToken = try other.addUser("ana")
    let login = try device.hsync.run(["login", "--url", other.url, "--token-stdin", "--fresh"], input: Array("\(otherToken)\n".utf8))
    try #require(login.status == 0, "\(login.err)")
    try device.syncs()
    try await requireEqual(expected, on: other, otherToken)
    try Fleet([device], other).requireInvariant()
    // Deletion of what isn't understood reaches it, too.
    try await delete("mood", "m/1", hlc: hlc + 1, on: other, otherToken)
    try device.syncs()
    try #require(try device.value("SELECT count(*) FROM foreign_record") == "0")
    try Fleet([device], other).requireInvariant()
    return "3 records with 9 unknown fields and a kind"
  }

  private func delete(_ kind: String, _ id: String, hlc: Int64, on backend: RunningBackend, _ token: String) async throws {
    let body = #"{"device":"fe","push":1,"records":[{"kind":"\#(kind)","id":"\#(id)","hlc":"\#(hlc)","op":"del"}]}"#
    let answer = try await CurlTransport().send(
      HTTPRequest(
        method: "POST", url: backend.url + "/v1/sync/push",
        headers: [("Authorization", "Bearer \(token)"), ("HSync-Device", "fe"), ("Content-Type", "application/json")],
        body: Array(body.utf8)))
    try #require(answer.status == 200)
  }

  private func requireEqual(_ expected: [String: JSON], on backend: RunningBackend, _ token: String) async throws {
    let answer = try await CurlTransport().send(
      HTTPRequest(
        url: backend.url + "/v1/sync/changes?since=&limit=100", headers: [("Authorization", "Bearer \(token)"), ("HSync-Device", "fd")]))
    let changes = try JSON(parsing: answer.body)["changes"].array ?? []
    try #require(changes.count == expected.count, "\(changes.count) records")
    for change in changes {
      let key = "\(change["kind"].string ?? "")/\(change["id"].string ?? "")"
      let data = try #require(expected[key], "\(key)")
      try #require(change["data"].isEquivalent(to: data), "\(key): \(change["data"].text)")
    }
  }

  /// A server that says more than it has to, everywhere.
  ///
  /// - Returns: how many things.
  private func laterServer() throws -> Int {
    let backend = try RunningBackend()
    let added = Mutex(0)
    let proxy = try FaultProxy(
      to: backend.url,
      fault: { exchange in
        Self.changed(exchange) { json in
          added.withLock { $0 += 1 }
          return Self.enriched(json)
        }
      })
    try twoDevices(backend, proxy.url)
    return added.withLock { $0 }
  }

  /// A server that doesn't know what isn't necessary: limits, owners, snapshots, `GET /v1/sync/device`.
  private func earlierServer() throws {
    let backend = try RunningBackend()
    let optional: Set = ["limits", "snapshot", "owner", "epoch"]
    let proxy = try FaultProxy(
      to: backend.url,
      fault: { exchange in
        if exchange.request.path == "/v1/sync/device" { return .text(#"{"code":"not_found","message":"no such page"}"#, status: 404) }
        return Self.changed(exchange) { json in
          .members(
            (json.members ?? []).filter { !optional.contains($0.key) && !($0.value.array?.isEmpty == true && $0.key == "restamped") })
        }
      })
    try twoDevices(backend, proxy.url)
  }

  private func twoDevices(_ backend: RunningBackend, _ url: String) throws {
    let token = try backend.addUser("ana")
    let devices = [try Household(), try Household()]
    for device in devices { try device.logIn(url: url, token: token) }
    var ledger = Ledger()
    var dice = SeededGenerator(seed: 22)
    for n in 0..<FaultScale.count(full: 30, short: 6) {
      for _ in 0..<4 { try devices[n % 2].edit(&ledger, &dice) }
      try devices[n % 2].syncs()
    }
    // An edit that loses, so that a winner comes back.
    let fleet = Fleet(devices, backend)
    try fleet.settle()
    let id = try #require(ledger.live("meal").first)
    for (n, device) in devices.enumerated() { _ = try device.value("UPDATE meal SET energy_kcal = \(50 + n) WHERE id = '\(id)'") }
    ledger.note("meal", id, 51)
    for device in devices.reversed() { try device.syncs() }
    try fleet.settle()
    try fleet.requireInvariant(ledger)
    try #require(try devices[0].value("SELECT count(*) FROM conflict WHERE id = '\(id)'") != "0")
  }

  /// The backend's answer with another JSON in the place of its own.
  private static func changed(_ exchange: FaultProxy.Exchange, _ change: (JSON) -> JSON) -> LoopbackServer.Reply {
    var request = exchange.request
    request.headers.removeAll { $0.name.lowercased() == "accept-encoding" }
    let answer = exchange.pass(request)
    guard let json = try? JSON(parsing: answer.body) else { return answer.reply }
    let headers = answer.headers.filter { $0.name.lowercased() != "content-encoding" }.map { ($0.name, $0.value) }
    return .answer(status: answer.status, headers: headers, body: change(json).utf8)
  }

  /// Adds an unknown member to each object but the records' own data.
  private static func enriched(_ json: JSON) -> JSON {
    switch json {
    case .members(let members):
      .members(
        members.map { JSON.Member($0.key, $0.key == "data" ? $0.value : enriched($0.value)) } + [
          JSON.Member("of_tomorrow", .object([("a", JSON(1))]))
        ])
    case .array(let elements): .array(elements.map(enriched))
    default: json
    }
  }
}
