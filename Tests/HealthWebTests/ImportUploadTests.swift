import Foundation
import HealthDesk
import HealthModel
import HealthStore
import TestSupport
import Testing

@testable import HealthWeb

/// Exports that a browser sends: into the library as `hsync import` brings them, or nothing of them.
@Suite struct ImportUploadTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture() }

  @Test func anExportComesInOnce() async throws {
    let export = try ProjectFiles.bytes(ProjectFiles.root + "/samples/health/auto-export.json")
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let sent = try await browser.upload("/settings/import", form(token, export, named: "C:\\phone\\export.json"))
      #expect(sent.status == 303 && sent.headers["location"] == "/settings/import")
      let page = try await ended(browser)
      #expect(page.body.contains("Health Auto Export imported") && page.body.contains(">export.json</h2>"))
      let first = try #require(try await web.library.read { try ImportLog($0).latest(1) }.first)
      #expect(first.file == "export.json" && first.added > 0)
      #expect(try await browser.get("/settings").body.contains("export.json, "))
      _ = try await browser.upload("/settings/import", form(token, export))
      #expect(try await ended(browser).body.contains("imported: 0 new."))
      #expect(try leftovers().isEmpty)
    }
  }

  @Test func whatIsNoExportIsToldAndLeavesNothing() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      for (bytes, reason) in [
        (Array("hello".utf8), "Letter.txt isn&#39;t a health export."), (Array("PK\u{3}\u{4}broken".utf8), "Letter.txt"),
        (Array(#"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"qty":5"#.utf8), "Letter.txt"),
      ] {
        _ = try await browser.upload("/settings/import", form(token, bytes, named: "Letter.txt"))
        let page = try await ended(browser)
        #expect(page.body.contains("Nothing was imported.") && page.body.contains(reason) && page.body.contains(#"data-state="error""#))
        #expect(page.body.contains("Try again"))
      }
      #expect(try await web.library.read { try ImportLog($0).latest(1) }.isEmpty)
      #expect(try leftovers().isEmpty)
    }
  }

  @Test func whatIsNoUploadIsRefused() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let whole = form(token, [UInt8](repeating: 0x20, count: 3_000_000))
      let cut = try await browser.upload("/settings/import", Array(whole.prefix(whole.count / 2)))
      #expect(cut.status == 400 && cut.body.contains("The upload was cut off"))
      #expect(try await browser.upload("/settings/import", form(token, [])).status == 422)
      #expect(try await browser.upload("/settings/import", []).status == 400)
      #expect(try await browser.post("/settings/import", "token=\(token)").status == 400)
      #expect(try await browser.upload("/settings/import", form("", Array("x".utf8))).status == 403)
      #expect(try await browser.upload("/settings/import", form(SessionToken().formToken, Array("x".utf8))).status == 403)
      #expect(try await browser.with(cookie: nil).upload("/settings/import", whole).status == 401)
      let huge = try await RawConnection.answer(
        port: browser.port, to: head(browser, length: 20_000_000_000, "Connection: close\r\n") + "\r\n")
      #expect(huge.hasPrefix("HTTP/1.1 413") && huge.contains("at most 16 GB"))
      #expect(try leftovers().isEmpty)
      #expect(try await browser.get("/settings/import").body.contains("No file has been uploaded"))
    }
  }

  @Test func oneAtATimeAndItCanBeCancelled() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      let whole = form(token, [UInt8](repeating: 0x20, count: 4_000_000))
      let connection = try RawConnection(port: browser.port)
      await connection.send(Array((head(browser, length: whole.count, "Connection: close\r\n") + "\r\n").utf8) + whole.prefix(3_000_000))
      #expect(try await receives(browser))
      let page = try await browser.get("/settings/import")
      #expect(page.body.contains("Receiving...") && page.headers["refresh"] == "2" && page.body.contains("Cancel"))
      let files = try leftovers()
      #expect(files.count == 1)
      let rights = try FileManager.default.attributesOfItem(atPath: web.folder.file(try #require(files.first)))[.posixPermissions]
      #expect(rights as? Int == 0o600)
      let second = try await browser.upload("/settings/import", form(token, Array("x".utf8)))
      #expect(second.status == 409 && second.body.contains("An import is running"))
      #expect(try await browser.get("/settings").body.contains("An import is running."))
      #expect(try await browser.post("/settings/import/cancel", "token=\(token)").status == 303)
      await connection.send(Array(whole.dropFirst(3_000_000)))
      #expect(await connection.readToEnd().contains("The import was cancelled"))
      #expect(try leftovers().isEmpty)
      let again = try await browser.follow(browser.post("/settings/import/cancel", "token=\(token)"))
      #expect(again.body.contains("No import is running."))
    }
  }

  @Test func anImportOfAShellIsWaitedFor() async throws {
    let export = try ProjectFiles.bytes(ProjectFiles.root + "/samples/health/auto-export.json")
    guard case .taken(let lock) = try LockFile.take(.importing, besideLibrary: web.library.path, nowMs: web.clock.nowMs) else {
      Issue.record("not locked")
      return
    }
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/settings").token)
      _ = try await browser.upload("/settings/import", form(token, export))
      #expect(try await ended(browser).body.contains("An import is running since 12:03."))
    }
    withExtendedLifetime(lock) {}
  }

  @Test func whatACrashLeftIsRemovedAtTheStart() async throws {
    let (left, other) = (web.folder.file("hsync.db-received-a1b2c3"), web.folder.file("hsync.db-received"))
    for file in [left, other] { try Data("x".utf8).write(to: URL(fileURLWithPath: file)) }
    try await web.test { _ in }
    #expect(!FileManager.default.fileExists(atPath: left) && FileManager.default.fileExists(atPath: other))
  }

  private func form(_ token: String, _ export: [UInt8], named name: String = "export.zip") -> [UInt8] {
    var body = MultipartBody([("token", token)])
    body.add(file: export, named: name, as: "export")
    return body.whole
  }

  private func head(_ browser: WebClient, length: Int, _ more: String) -> String {
    """
    POST /settings/import HTTP/1.1\r\nHost: \(browser.host)\r\nOrigin: http://\(browser.host)\r\nCookie: \(browser.cookie ?? "")\r\n\
    Content-Type: multipart/form-data; boundary=\(MultipartBody.boundary)\r\nContent-Length: \(length)\r\n\(more)
    """
  }

  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: web.folder.path).filter { $0.hasPrefix("hsync.db-received") }
  }

  /// The page of the import once it has ended.
  private func ended(_ browser: WebClient) async throws -> WebClient.Answer {
    for _ in 0..<20_000 {
      let page = try await browser.get("/settings/import")
      if page.headers["refresh"] == nil { return page }
    }
    Issue.record("it doesn't end")
    return try await browser.get("/settings/import")
  }

  private func receives(_ browser: WebClient) async throws -> Bool {
    for _ in 0..<20_000 where try await browser.get("/settings/import").body.contains(" MB of 4 MB") { return true }
    return false
  }
}
