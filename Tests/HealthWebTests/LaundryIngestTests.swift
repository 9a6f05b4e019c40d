import HealthDesk
import HealthModel
import HealthStore
import LaundryPet
import Testing

@testable import HealthWeb

/// A smart plug that says when a machine starts and ends.
@Suite struct LaundryIngestTests {
  private let web: WebFixture
  private let key = AppKey()

  init() async throws {
    web = try await WebFixture()
    let (token, now) = (AppToken(hash: key.hash, name: "Plug", createdAtMs: web.clock.nowMs), web.clock.now)
    try await web.library.write { library in
      try AppTokens(library).add(token)
      _ = try LaundryDesk(library, at: now).add(PetDraft(name: "Snowy"))
    }
  }

  private func send(
    _ client: WebClient, _ body: String, key: String? = nil, type: String = "application/json"
  ) async throws -> WebClient.Answer {
    try await client.raw(
      "POST /ingest/laundry", ["Host": client.host, "Authorization": "Bearer \(key ?? self.key.text)", "Content-Type": type],
      body: Array(body.utf8))
  }

  @Test func aPlugStartsAndEndsAWash() async throws {
    try await web.test { (client) async throws in
      let started = try await send(client, #"{"pet":"snow","event":"wash"}"#)
      #expect(started.status == 200)
      let pet = try JSON(parsing: started.body.utf8)["pet"]
      #expect(pet["name"].string == "Snowy" && pet["state"].string == "washing")
      web.clock.manual.advance(ms: 600_000)
      let ended = try await send(client, #"{"pet":"snow","event":"end"}"#)
      #expect(try JSON(parsing: ended.body.utf8)["pet"]["state"].string == "wash_done")
      let again = try await send(client, #"{"pet":"snow","event":"end"}"#)
      #expect(again.status == 422 && again.body.contains("No timer is running: the laundry is ready for the dryer."))
      #expect(again.body.contains("Possible now: start the dryer, snooze."))
    }
  }

  @Test(arguments: [
    (#"{"pet":"Rex","event":"wash"}"#, 422), (#"{"pet":"Snowy","event":"iron"}"#, 422), (#"{"pet":"Snowy"}"#, 422), ("[]", 422),
    ("wash", 422),
    (#"{"pet":"Snowy","event":"dry"}"#, 422), ("{\"pet\":\"" + String(repeating: "a", count: 5000) + "\"}", 413),
  ])
  func badBodiesAreRefusedInASentence(body: String, status: Int) async throws {
    try await web.test { (client) async throws in
      let answer = try await send(client, body)
      #expect(answer.status == status && answer.body.hasPrefix(#"{"error":"#), "\(answer.body)")
    }
  }

  @Test func onlyATokenIsLetIn() async throws {
    try await web.test { (client) async throws in
      #expect(try await send(client, #"{"pet":"Snowy","event":"wash"}"#, key: AppKey().text).status == 401)
      #expect(try await send(client, #"{"pet":"Snowy","event":"wash"}"#, type: "text/plain").status == 415)
      let now = web.clock.now
      #expect(try await web.library.read { try LaundryDesk($0, at: now).pet("Snowy").stage } == .idle)
    }
  }
}
