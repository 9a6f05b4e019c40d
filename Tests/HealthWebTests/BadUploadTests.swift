import HealthDesk
import HealthStore
import TestSupport
import Testing

@testable import HealthWeb

/// Uploads that are no photos, too much, cut off or of others. Each gets a page, and nothing is logged.
@Suite struct BadUploadTests {
  private let web: WebFixture

  init() async throws {
    web = try await WebFixture()
    web.shelf.put(.found(Shelf.product()))
  }

  @Test func whatIsNoPhotoIsToldByItsName() async throws {
    try await web.testPaired { (browser) async throws in
      let token = try await token(browser)
      for (bytes, reason) in [
        (Array("hello".utf8), "lunch.jpg"), ([0xFF, 0xD8, 0xFF, 0xE0, 0, 1], "lunch.jpg"), (Array("%PDF-1.7".utf8), "PDF"),
      ] {
        let page = try await browser.upload("/scan", upload(token, [bytes]))
        #expect(
          page.status == 422 && page.body.contains(reason) && page.body.contains("role=\"alert\"")
            && page.body.contains(#"data-state="error""#))
      }
      let none = try await browser.upload("/scan", upload(token, []))
      #expect(none.status == 422 && none.body.contains("Choose a photo first."))
      let empty = try await browser.upload("/scan", upload(token, [[]]))
      #expect(empty.status == 422 && empty.body.contains("Choose a photo first."))
    }
  }

  @Test func aBodyThatIsNoneIsRefused() async throws {
    try await web.testPaired { (browser) async throws in
      let whole = upload(try await token(browser), [MultipartBody.photo()])
      let cut = try await browser.upload("/scan", Array(whole.prefix(whole.count / 2)))
      #expect(cut.status == 400 && cut.body.contains("The upload was cut off") && cut.body.contains("role=\"alert\""))
      #expect(try await browser.upload("/scan", []).status == 400)
      #expect(try await browser.upload("/scan", whole, type: "multipart/form-data").status == 400)
      #expect(try await browser.upload("/scan", whole, type: "text/plain").status == 400)
      #expect(try await browser.upload("/scan", whole, type: "multipart/form-data; boundary=other").status == 400)
      #expect(try await browser.post("/scan", "token=1").status == 400)
      #expect(try await browser.get("/scan").status == 200)
    }
  }

  @Test func aThousandFilesAreTooMany() async throws {
    try await web.testPaired { (browser) async throws in
      let page = try await browser.upload("/scan", upload(try await token(browser), [[UInt8]](repeating: Array("x".utf8), count: 1000)))
      #expect(page.status == 413 && page.body.contains("Send at most 20 photos at a time.") && page.body.contains("Nothing was logged."))
    }
  }

  @Test func anUploadThatIsTooLargeIsRefusedWhileItComes() async throws {
    try await web.testPaired { (browser) async throws in
      let photo = [UInt8](repeating: 0x20, count: MultipartLimits().fileBytes + 1)
      let page = try await browser.upload("/scan", upload(try await token(browser), [photo]))
      #expect(page.status == 413 && page.body.contains("A photo may have 30 MB."))
      let field = MultipartBody([("token", String(repeating: "x", count: 20_000))]).whole
      #expect(try await browser.upload("/scan", field).status == 413)
    }
  }

  @Test func photosOfOthersAreRefused() async throws {
    try await web.testPaired { (browser) async throws in
      for token in ["", SessionToken().formToken] {
        #expect(try await browser.upload("/scan", upload(token, [MultipartBody.photo()], waited: true)).status == 403)
        #expect(try await browser.upload("/share", upload(token, [MultipartBody.photo()])).status == 403)
      }
      #expect(try await browser.with(cookie: nil).upload("/scan", upload("", [MultipartBody.photo()])).status == 401)
      #expect(try await web.library.read { try MealLog($0).meals(on: WebFixture.noon.day) }.isEmpty)
    }
  }

  @Test func aClientThatGoesAwayLeavesTheOthers() async throws {
    try await web.testPaired { (browser) async throws in
      let whole = upload(try await token(browser), [MultipartBody.photo()])
      for _ in 0..<8 {
        let connection = try RawConnection(port: browser.port)
        let head = [
          "POST /scan HTTP/1.1", "Host: \(browser.host)", "Origin: http://\(browser.host)", "Cookie: \(browser.cookie ?? "")",
          "Content-Type: multipart/form-data; boundary=\(MultipartBody.boundary)", "Content-Length: \(whole.count)",
        ]
        await connection.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + whole.prefix(whole.count / 2))
      }
      #expect(try await browser.upload("/scan", whole).status == 303)
    }
  }

  private func upload(_ token: String, _ photos: [[UInt8]], waited: Bool = false) -> [UInt8] {
    var body = MultipartBody([("token", token)] + (waited ? [("waited", "1")] : []))
    for photo in photos { body.add(file: photo, named: "lunch.jpg") }
    return body.whole
  }

  private func token(_ browser: WebClient) async throws -> String {
    try #require(try await browser.get("/scan").text(after: #"name="token" value=""#, until: "\""))
  }
}
