import HealthModel
import HealthStore
import HealthSync
import TestSupport
import Testing

@testable import HealthWeb

/// What `hsync doctor` finds, as a page.
@Suite struct DoctorPageTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture() }

  @Test func theFindingsAreAPage() async throws {
    let folder = web.folder.file("exports")
    try await web.testPaired(folders: [folder]) { (browser) async throws in
      let page = try await browser.get("/settings/doctor")
      #expect(page.status == 200 && page.body.contains("version \(Schema.version)") && page.body.contains("~/exports Not granted"))
      #expect(page.body.contains("There are problems to fix.") && page.body.contains(#"data-state="error""#))
      #expect(page.body.contains("not signed in") && page.body.contains("Check the backend, too"))
      try web.configure("[health]\nfolders = []\n")
      #expect(try await browser.get("/settings/doctor").body.contains("no folder is connected"))
      #expect(try await browser.get("/settings").body.contains("/settings/doctor"))
      #expect(try await browser.with(cookie: nil).get("/settings/doctor").status == 401)
    }
  }

  @Test func noTokenIsShown() async throws {
    try AccountFile(library: web.library.path).write(BackendAccount(url: "http://127.0.0.1:1", token: "tok-f00d"))
    try await web.testPaired { (browser) async throws in
      let page = try await browser.get("/settings/doctor?backend=1")
      #expect(page.status == 200 && page.body.contains("signed in; the token is in") && !page.body.contains("tok-f00d"))
      #expect(!page.body.contains("Check the backend, too"))
    }
  }
}
