import Foundation
import HealthDesk
import HealthModel
import HealthStore
import Products
import TestSupport
import Testing

@testable import HealthWeb

/// What apps and shortcuts send with a token: taken as a file is, or refused in a sentence.
@Suite struct IngestTests {
  private let web: WebFixture
  private let key = AppKey()

  init() async throws {
    web = try await WebFixture()
    let token = AppToken(hash: key.hash, name: "Phone", createdAtMs: web.clock.nowMs)
    try await web.library.write { try AppTokens($0).add(token) }
    web.shelf.put(.found(Shelf.product()))
  }

  @Test func whatTheAppSendsIsImportedOnce() async throws {
    let body = try ProjectFiles.bytes(ProjectFiles.root + "/samples/health/auto-export.json")
    try await web.test { (client) async throws in
      let answer = try await send(client, body)
      #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
      let first = try JSON(parsing: Array(answer.body.utf8))
      #expect(try #require(first["added"].int) > 0 && first["days_changed"].array?.isEmpty == false)
      let second = try JSON(parsing: Array(try await send(client, body).body.utf8))
      #expect(second["added"].int == 0 && second["records"].int == first["records"].int)
      let entry = try #require(try await web.library.read { try ImportLog($0).latest(1) }.first)
      #expect(entry.file == "Health Auto Export (Phone)")
      #expect(try await web.library.read { try AppTokens($0).all() }.first?.usedAtMs == web.clock.nowMs)
      #expect(try leftovers().isEmpty)
    }
  }

  @Test func theFormOfTheAutomationIsRead() async throws {
    let body = """
      {"data":{"metrics":[{"name":"step_count","units":"count","data":[{"qty":812,"date":"2026-02-10 09:00:00 +0100","source":"Mira’s Apple Watch"}]},\
      {"name":"heart_rate","units":"count/min","data":[{"Min":60,"Avg":64,"Max":71,"date":"2026-02-10 09:00:00 +0100","source":"Mira’s Apple Watch"}]}],\
      "workouts":[{"name":"Outdoor Walk","start":"2026-02-10 08:00:00 +0100","end":"2026-02-10 08:30:00 +0100","duration":1800,\
      "activeEnergyBurned":{"qty":110,"units":"kcal"}}]}}
      """
    try await web.test { (client) async throws in
      let answer = try await send(client, Array(body.utf8), type: "application/json; charset=utf-8")
      let json = try JSON(parsing: Array(answer.body.utf8))
      #expect(answer.status == 200 && json["workouts_added"].int == 1 && json["days_changed"].array == [.string("2026-02-10")])
      let day = try await web.library.read {
        try SummaryLog($0, as: HealthSettings(zone: "Europe/Paris")).summaries(from: WebFixture.noon.day, through: WebFixture.noon.day)
      }
      #expect(day.first?.steps == 812)
      let none = try await send(client, Array(#"{"data":{"metrics":[],"workouts":[]}}"#.utf8))
      #expect(none.status == 200 && none.body.contains(#""records":0"#))
    }
  }

  @Test func badBodiesAreRefusedInASentence() async throws {
    let export = try ProjectFiles.bytes(ProjectFiles.root + "/samples/health/export.zip")
    try await web.test { (client) async throws in
      for body in [
        Array("hello".utf8), [], Array(#"{"a":1}"#.utf8),
        Array(#"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"qty":5"#.utf8),
        export,
      ] {
        let answer = try await send(client, body)
        #expect(answer.status == 422 && answer.body.hasPrefix(#"{"error":"#), "\(answer.body)")
      }
      #expect(try await send(client, Array("{}".utf8), type: "text/plain").status == 415)
      #expect(try await send(client, Array("{}".utf8), more: ["Content-Encoding": "gzip"]).status == 415)
      let huge = try await RawConnection.answer(
        port: client.port,
        to: "POST /ingest/health-auto-export HTTP/1.1\r\nHost: \(client.host)\r\nAuthorization: Bearer \(key.text)\r\n"
          + "Content-Type: application/json\r\nContent-Length: 200000000\r\nConnection: close\r\n\r\n")
      #expect(huge.hasPrefix("HTTP/1.1 413") && huge.contains("100 MB"))
      #expect(try await web.library.read { try ImportLog($0).latest(1) }.isEmpty)
      #expect(try leftovers().isEmpty)
    }
  }

  /// An app has no commands, and a body that was cut off is sent again.
  @Test func adviceIsForTheApp() async throws {
    try await web.test { (client) async throws in
      for body in [#"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"qty":5"#, #"{"data":{"metrics":[}}"#] {
        let answer = try await send(client, Array(body.utf8))
        let sentence = try #require(try JSON(parsing: Array(answer.body.utf8))["error"].string)
        #expect(answer.status == 422 && sentence.hasSuffix(". Nothing was imported; send it again."), "\(sentence)")
        #expect(!sentence.contains("--") && !sentence.contains("hsync "), "\(sentence)")
      }
    }
  }

  /// Also without a token: the mistake is the method.
  @Test func otherMethodsAreRefusedInTheFormOfApps() async throws {
    try await web.test { (client) async throws in
      for path in ["/ingest/health-auto-export", "/ingest/photo", "/ingest/laundry"] {
        for method in ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"] {
          let answer = try await client.raw("\(method) \(path)", ["Host": client.host], body: nil)
          #expect(answer.status == 405 && answer.headers["allow"] == "POST", "\(method) \(path)")
          #expect(answer.headers["content-type"] == "application/json", "\(method) \(path)")
          #expect(answer.body == #"{"error":"This address takes data sent with POST."}"# + "\n", "\(method) \(path)")
        }
      }
    }
  }

  @Test func aBodyIsAskedForOnceTheTokenIsValid() async throws {
    let body = #"{"data":{"metrics":[]}}"#
    @Sendable func head(_ token: String, _ client: WebClient) -> String {
      "POST /ingest/health-auto-export HTTP/1.1\r\nHost: \(client.host)\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n"
        + "Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    }
    try await web.test { (client) async throws in
      let connection = try RawConnection(port: client.port)
      await connection.send(head(key.text, client))
      #expect(await connection.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      await connection.send(body)
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains(#""records":0"#), "\(answer)")
      let refused = try RawConnection(port: client.port)
      await refused.send(head(AppKey().text, client))
      #expect(await refused.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 401"))
    }
  }

  @Test func onlyATokenOpensItAndItOpensNothingElse() async throws {
    let body = Array(#"{"data":{"metrics":[]}}"#.utf8)
    let code = try await web.code()
    try await web.test { (client) async throws in
      for header in ["", "Bearer", "Bearer \(AppKey().text)", "Basic \(key.text)", "Bearer \(key.text)0", key.text] {
        let answer = try await send(client, body, more: ["Authorization": header])
        #expect(
          answer.status == 401 && answer.headers["www-authenticate"] == "Bearer" && answer.body.contains("no valid token"), "\(header)")
      }
      let browser = client.with(cookie: try await client.pair(code.text).cookie)
      #expect(try await browser.get("/").status == 200)
      #expect(try await send(browser, body, more: ["Authorization": ""]).status == 401, "a session isn't a token")
      #expect(try await client.raw("GET /", ["Host": client.host, "Authorization": "Bearer \(key.text)"], body: nil).status == 401)
      #expect(
        try await client.raw("GET /settings/backup", ["Host": client.host, "Authorization": "Bearer \(key.text)"], body: nil).status == 401)
      #expect(try await send(client, body, more: ["Host": "evil.example"]).status == 421)
      #expect(try await client.get("/ingest/photo").status == 405)
      _ = try await web.library.write { try AppTokens($0).revoke(String(key.hash.prefix(8))) }
      #expect(try await send(client, body).status == 401)
    }
  }

  @Test func aLibraryThatIsLockedSaysWhenToTryAgain() async throws {
    guard case .taken(let lock) = try LockFile.take(.importing, besideLibrary: web.library.path, nowMs: web.clock.nowMs) else {
      Issue.record("not locked")
      return
    }
    try await web.test { (client) async throws in
      let answer = try await send(client, Array(#"{"data":{"metrics":[]}}"#.utf8))
      #expect(answer.status == 503 && answer.headers["retry-after"] == "30" && answer.body.contains("An import is running"))
    }
    withExtendedLifetime(lock) {}
  }

  @Test func aPhotoIsLoggedOnce() async throws {
    try await web.test { (client) async throws in
      let photo = MultipartBody.photo()
      let answer = try await send(client, photo, to: "/ingest/photo", type: "image/jpeg")
      #expect(answer.status == 200 && answer.body.contains(#""name":"Oat Crunch""#))
      var form = MultipartBody()
      form.add(file: photo, named: "lunch.jpg")
      let again = try await send(client, form.whole, to: "/ingest/photo", type: "multipart/form-data; boundary=\(MultipartBody.boundary)")
      #expect(again.status == 200 && again.body.contains(#""known":1"#) && again.body.contains(#""logged":[]"#))
      #expect(try await web.library.read { try MealLog($0).meals(on: WebFixture.noon.day) }.map(\.name) == ["Oat Crunch"])
      let none = try await send(client, Array("hello".utf8), to: "/ingest/photo", type: "image/jpeg")
      #expect(none.status == 422 && none.body.contains(#""error":"#))
      #expect(try await send(client, [], to: "/ingest/photo", type: "image/jpeg").status == 422)
      #expect(try await send(client, photo, to: "/ingest/photo", type: "application/json").status == 415)
    }
  }

  @Test func tokensAreMadeShownOnceAndRevoked() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let page = try await browser.post("/settings/tokens", "token=\(token)&name=Short%3Ccut")
      let text = try #require(page.text(after: "<code>hsync-", until: "</code>"))
      #expect(page.status == 200 && page.body.contains("Short&lt;cut"))
      let settings = try await browser.get("/settings")
      #expect(settings.body.contains("Revoke Short&lt;cut") && !settings.body.contains(text))
      let made = try #require(try await web.library.read { try AppTokens($0).all() }.last)
      #expect(made.hash == AppKey(authorization: "Bearer hsync-\(text)")?.hash)
      #expect(
        try await send(browser, Array(#"{"data":{"metrics":[]}}"#.utf8), more: ["Authorization": "Bearer hsync-\(text)"]).status == 200)
      #expect(try await browser.post("/settings/tokens/revoke", "id=\(made.id)").status == 403)
      let revoked = try await browser.follow(browser.post("/settings/tokens/revoke", "token=\(token)&id=\(made.id)"))
      #expect(revoked.body.contains("The token Short&lt;cut was revoked."))
      #expect(try await browser.follow(browser.post("/settings/tokens", "token=\(token)&name=")).body.contains("No token was created."))
      let long = "token=\(token)&name=\(String(repeating: "x", count: 101))"
      #expect(try await browser.follow(browser.post("/settings/tokens", long)).body.contains("at most 100 characters"))
      #expect(try await browser.post("/settings/tokens/revoke", "token=\(token)&id=\(made.id)").status == 422)
    }
  }

  @Test func aRestoredLibraryTakesNoOldToken() async throws {
    let copy = web.folder.file("copy.db")
    try Backup(of: web.library.path, beside: copy) { _, _ in }.file.publish(replacing: false)
    let restoration = try Restoration(of: .file(copy), into: web.folder.file("other.db")) { _, _ in }
    _ = try restoration.take(at: WebFixture.noon) { _, _ in }
    #expect(try AppTokens(Library(at: web.folder.file("other.db"))).all().isEmpty)
  }

  private func send(
    _ client: WebClient, _ body: [UInt8], to path: String = "/ingest/health-auto-export", type: String = "application/json",
    more: [String: String] = [:]
  ) async throws -> WebClient.Answer {
    let usual = ["Host": client.host, "Authorization": "Bearer \(key.text)", "Content-Type": type]
    return try await client.raw("POST \(path)", usual.merging(more) { $1 }, body: body)
  }

  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: web.folder.path).filter { $0.hasPrefix("hsync.db-received") }
  }
}
