import HealthDesk
import HealthModel
import HealthStore
import TestSupport
import Testing
import WeekPlan

@testable import HealthWeb

/// Requests that no page of ours made, and the headers of all answers.
@Suite struct OwnRequestTests {
  private let web: WebFixture

  init() async throws { web = try await WebFixture() }

  @Test(arguments: ["evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:PORT", "127.0.0.1.:PORT"])
  func anotherHostIsRefused(host: String) async throws {
    try await web.testPaired { (browser) async throws in
      let host = host.replacing("PORT", with: "\(browser.port)")
      #expect(try await browser.get("/", host: host).status == 421)
      #expect(try await browser.get("/assets/app.css", host: host).status == 421)
    }
  }

  @Test func theNamesOfThisMachineAreTaken() async throws {
    try await web.testPaired { (browser) async throws in
      #expect(try await browser.get("/", host: "localhost:\(browser.port)").status == 200)
      #expect(try await browser.get("/", host: "LOCALHOST:\(browser.port)").status == 200)
    }
  }

  /// All of 127.0.0.0/8 is this machine: 127.0.0.2 stands for its address on the network.
  @Test func onTheNetworkTheConnectedAddressIsTakenAndNoName() async throws {
    var web = web
    web.isOnNetwork = true
    let code = try await web.code()
    try await web.test { (browser) async throws in
      let phone = WebClient(port: browser.port, address: "127.0.0.2")
      for one in [phone, browser] { #expect(try await one.get("/").status == 401) }
      for host in ["evil.example:\(browser.port)", "127.0.0.3:\(browser.port)", "127.0.0.2", "0.0.0.0:\(browser.port)"] {
        #expect(try await phone.get("/", host: host).status == 421, "\(host)")
      }
      let paired = try await phone.pair(code.text)
      #expect(paired.status == 303 && paired.headers["set-cookie"]?.contains("Secure") == false)
      #expect(try await phone.with(cookie: paired.cookie).get("/").status == 200)
    }
  }

  @Test func withoutTheNetworkOnlyThisMachineIsListenedOn() async throws {
    try await web.test { (browser) async throws in
      #expect(throws: (any Error).self) { try RawConnection(host: "127.0.0.2", port: browser.port) }
    }
  }

  @Test func everyAnswerHasItsHeaders() async throws {
    try await web.testPaired { (browser) async throws in
      let stranger = browser.with(cookie: nil)
      let answers = [
        try await browser.get("/"), try await stranger.get("/"), try await browser.get("/none"), try await browser.get("/assets/app.css"),
        try await browser.get("/", host: "evil.example"), try await browser.post("/pair", "code=1"), try await browser.post("/", ""),
        try await browser.get("/pair?code=%"),
      ]
      #expect(answers.map(\.status) == [200, 401, 404, 200, 421, 403, 404, 401])
      for answer in answers {
        #expect(answer.headers["content-security-policy"] == PageHeaders.policy)
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["referrer-policy"] == "same-origin")
        #expect(answer.headers["cache-control"] == (answer.body.contains("<main") ? "no-store" : "no-cache"))
        #expect(!answer.body.contains("style=") && !answer.body.contains("<script>"))
      }
    }
  }

  @Test(arguments: [
    ["Origin": "http://evil.example"], ["Origin": ""], ["Origin": "null"], ["Origin": "http://127.0.0.1:1"],
    ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
  ])
  func aFormOfAnotherPageIsRefused(headers: [String: String]) async throws {
    let item = try await planned("Run")
    try await web.testPaired { (browser) async throws in
      let token = try #require(try await browser.get("/").text(after: #"name="token" value=""#, until: "\""))
      let form = "token=\(token)&item=\(item)&done=1"
      #expect(try await browser.post("/plan/done", form, headers).status == 403)
      #expect(try await isDone() == [false])
      #expect(try await browser.post("/plan/done", form, ["Sec-Fetch-Site": "same-origin"]).status == 303)
      #expect(try await isDone() == [true])
    }
  }

  @Test func aFormWithoutThisSessionsTokenIsRefused() async throws {
    let item = try await planned("Run")
    try await web.testPaired { (browser) async throws in
      for token in ["", "token=&", "token=\(SessionToken().formToken)&"] {
        #expect(try await browser.post("/plan/done", "\(token)item=\(item)&done=1").status == 403)
      }
      #expect(try await browser.with(cookie: nil).post("/plan/done", "item=\(item)&done=1").status == 401)
      #expect(try await isDone() == [false])
    }
  }

  @Test func aFormThatIsNoneIsRefused() async throws {
    try await web.testPaired { (browser) async throws in
      #expect(try await browser.post("/plan/done", "a=1&a=2").status == 400)
      #expect(try await browser.post("/plan/done", "a=%zz").status == 400)
      #expect(try await browser.post("/plan/done", "a=1", ["Content-Type": "text/plain"]).status == 400)
      #expect(try await browser.post("/plan/done", String(repeating: "a", count: Form.mostBytes + 1)).status == 413)
    }
  }

  private func planned(_ title: String) async throws -> String {
    let items = try await web.library.write { library in
      try PlanDesk(library, at: WebFixture.noon).add(PlanDraft([(.workout, title)], on: WebFixture.noon.day))
    }
    return try #require(items.first).id
  }

  private func isDone() async throws -> [Bool] {
    try await web.library.read { try Planner($0).items(from: WebFixture.noon.day, through: WebFixture.noon.day).map(\.isCompleted) }
  }
}
