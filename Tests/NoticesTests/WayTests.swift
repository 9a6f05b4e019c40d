import Foundation
import TestSupport
import Testing
import Transport

@testable import Notices

/// Stub programs and a real server on loopback.
@Suite struct WayTests {
  private let device: Device

  init() throws { device = try Device() }

  /// Writes a program that keeps its arguments, one a line, and its input, each run behind the other.
  private func stub(_ name: String, then script: String = "") throws {
    let keeping = "for word; do printf '%s\\n' \"$word\"; done >>'\(file("words"))'\ncat >>'\(file("input"))'\n"
    try device.folder.writeScript(keeping + script, to: name)
  }

  private func file(_ name: String) -> String { device.folder.file(name) }

  private func contents(_ name: String) -> String {
    FileManager.default.contents(atPath: file(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func failure(_ way: some NoticeWay, _ notice: WantedNotice = notice("n")) async -> DeliveryFailure? {
    await NoticeTrial.send(message(notice), by: [way]).first?.failure
  }

  private func ntfy(_ url: String, token: String? = nil) -> NtfyWay {
    NtfyWay(url: url, token: token, userAgent: "hsync/1", transport: CurlTransport())
  }

  @Test(.timeLimit(.minutes(1)))
  func allWaysDeliverOnce() async throws {
    try stub("notify-send")
    try stub("sendmail")
    let server = try LoopbackServer { _ in .text("{}") }
    let ways: [any NoticeWay] = [
      DesktopWay(folders: device.folder.path), MailWay(to: try MailAddress("me@example.org"), folders: device.folder.path),
      CommandWay("cat >>'\(file("command"))'"), ntfy(server.baseURL + "/topic"),
    ]
    try await device.plan(notice("n"))
    for _ in 0..<3 {
      try await device.run(ways)
      device.clock.advance(ms: -60_000)
      try await device.plan(notice("n"))
    }
    let options = contents("words").split(separator: "\n").filter { ["--", "-i"].contains($0) }
    #expect(options.sorted() == ["--", "--", "-i"])
    #expect(contents("command") == "Wash Complete!\nSnowy is ready for the dryer.\n")
    #expect(server.requests.count == 1 && contents("input").components(separatedBy: "Subject:").count == 2)
  }

  // MARK: - Desktop

  @Test func theDesktopGetsTitleAndMarkup() async throws {
    try stub("notify-send")
    let text = notice("n", title: "-rf \"x\"", body: "a < b & c\\n\nd", link: "http://127.0.0.1:8080/laundry", priority: .high)
    #expect(await failure(DesktopWay(folders: device.folder.path), text) == nil)
    #expect(
      contents("words")
        == "-a\nhsync\n-u\ncritical\n--\n-rf \"x\"\na &lt; b &amp; c\\\\n\nd\nhttp://127.0.0.1:8080/laundry\n")
  }

  @Test func aDesktopWithoutTheProgram() async {
    let failure = await failure(DesktopWay(folders: device.folder.path))
    #expect(failure?.kind == .unreachable && failure?.reason == "notify-send isn't installed (Debian package libnotify-bin)")
  }

  @Test func aDesktopThatIsNotThere() async throws {
    try stub("notify-send", then: "echo 'no bus' >&2; exit 1")
    let failure = await failure(DesktopWay(folders: device.folder.path))
    #expect(failure == DeliveryFailure(.unreachable, "notify-send failed with status 1: no bus"))
  }

  // MARK: - Command

  @Test func aCommandGetsJSON() async throws {
    let actions = [
      NoticeAction(id: "view", label: "View \"it\"", link: "https://a.example/x"), NoticeAction(id: "dismiss", label: "Dismiss"),
    ]
    let text = notice("n", title: "A\nB", body: "1\u{1B}[31m\n2", link: "https://a.example/", actions: actions, priority: .low)
    #expect(await failure(CommandWay("cat >'\(file("json"))'", input: .json), text) == nil)
    #expect(
      contents("json") == """
        {"id":"n","source":"laundry","kind":"wash_complete","title":"A B","body":"1 [31m\\n2","link":"https://a.example/",\
        "category":"laundry_timer","priority":"low","fire_at_ms":1770724800000,"actions":[{"id":"view","label":"View \\"it\\"",\
        "link":"https://a.example/x"},{"id":"dismiss","label":"Dismiss","link":null}]}

        """)
  }

  /// Script, kind, reason.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("exit 3", DeliveryFailure.Kind.unreachable, "sh failed with status 3"),
      ("echo 'first line' >&2; echo second >&2; exit 1", .unreachable, "sh failed with status 1: first line"),
      ("no-such-command-anywhere 2>/dev/null", .unreachable, "sh failed with status 127"),
      ("kill -KILL $$", .unknown, "sh was ended by a signal"), ("sleep 600", .unknown, "sh took longer than 0 seconds"),
    ])
  func commandsThatFail(script: String, kind: DeliveryFailure.Kind, reason: String) async {
    #expect(await failure(CommandWay(script, limit: .milliseconds(500))) == DeliveryFailure(kind, reason))
  }

  // MARK: - Mail

  @Test func aMailIsReadable() async throws {
    try stub("sendmail")
    let way = MailWay(to: try MailAddress(" me@example.org "), from: try MailAddress("hsync"), folders: device.folder.path)
    #expect(await failure(way, notice("n", title: "Wäsche", body: "Snowy\n.\nist fertig", link: "https://a.example/")) == nil)
    #expect(contents("words") == "-i\n--\nme@example.org\n")
    // "Wäsche" in UTF-8 is 57 c3 a4 73 63 68 65; the body is "Snowy\r\n.\r\nist fertig\r\n\r\nhttps://a.example/\r\n".
    #expect(
      contents("input") == """
        Date: Tue, 10 Feb 2026 12:00:00 +0000
        From: hsync
        To: me@example.org
        Subject: =?UTF-8?B?V8Okc2NoZQ==?=
        MIME-Version: 1.0
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: base64
        Auto-Submitted: auto-generated

        U25vd3kNCi4NCmlzdCBmZXJ0aWcNCg0KaHR0cHM6Ly9hLmV4YW1wbGUvDQo=

        """)
  }

  /// No text of a notice makes a line of a mail or a header of a request.
  @Test(arguments: [
    "\nBcc: you@example.org", "\r\nBcc: you@example.org\r\n\r\nbody", "\u{2028}Bcc: x", "\u{85}Bcc: x", "\0", "=?UTF-8?B?QQ==?=",
  ])
  func headersCannotBeInjected(text: String) async throws {
    let evil = message(
      notice(
        "n", title: "T" + text, body: text, link: "https://a.example/" + text,
        actions: [
          NoticeAction(id: "a", label: "L" + text, link: "https://a.example/"), NoticeAction(id: "b", label: "L", link: "x:" + text),
        ]))
    let mail = MailWay(to: try MailAddress("me@example.org")).text(evil)
    let head = mail.prefix(upTo: mail.range(of: "\n\n")?.lowerBound ?? mail.startIndex).split(separator: "\n")
    #expect(head.count == 8 && head.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    #expect(!mail.contains("Bcc") || head[3].hasPrefix("Subject: T") && head[3].contains("Bcc"))
    let request = ntfy("https://a.example").request(evil)
    for header in request.headers { #expect(header.value.utf8.allSatisfy { (0x20..<0x7F).contains($0) }) }
    #expect(!request.headers.contains { $0.name == "Bcc" })
  }

  @Test(arguments: ["me@example.org", "a.b+c@x-y.example", "root", "O'Neil@example.org"])
  func addresses(text: String) throws { #expect(try MailAddress("  \(text)\n").description == text) }

  @Test(arguments: [
    "", " ", "@", "a@", "@b", "a@b@c", "a b@c", "a@b c", "-t", "a..b@c", ".a@b", "a.@b", "a@.b", "a@b.", "a@b\nBcc: c@d", "a,b@c", "<a@b>",
    "\"a\"@b", "ä@b", "a@ä", "|sh", "/etc/passwd", "a@b/c", String(repeating: "a", count: 65) + "@b",
    "a@" + String(repeating: "b", count: 253),
  ])
  func otherTextsAreNoAddresses(text: String) {
    #expect(throws: NoticeError(.badAddress(text))) { try MailAddress(text) }
  }

  // MARK: - ntfy

  @Test func aTopicGetsHeadersAndBody() async throws {
    let server = try LoopbackServer { _ in .text("{}") }
    let actions = [
      NoticeAction(id: "v", label: "View, \"now\"; or", link: "https://a.example/?a,b"), NoticeAction(id: "d", label: "Dismiss"),
    ]
    let text = notice("n", title: "Äpfel", body: "fertig 🧺", link: "gonow://today?hour=1", actions: actions, priority: .high)
    #expect(await failure(ntfy(server.baseURL + "/topic", token: "tk_1"), text) == nil)
    let seen = try #require(server.requests.first)
    #expect(seen.method == "POST" && seen.target == "/topic" && seen.body == Array("fertig 🧺".utf8))
    #expect(
      seen.header("Title") == "=?UTF-8?B?w4RwZmVs?=" && seen.header("Priority") == "4" && seen.header("Click") == "gonow://today?hour=1")
    #expect(seen.header("Actions") == "view, \"View, 'now'; or\", \"https://a.example/?a,b\"")
    #expect(seen.header("Authorization") == "Bearer tk_1" && seen.header("Content-Type") == "text/plain; charset=utf-8")
  }

  @Test func plainNoticesHaveFewHeaders() {
    let request = ntfy("https://a.example/t").request(message(notice("n", link: "not an address")))
    #expect(request.headers.map(\.name) == ["User-Agent", "Content-Type", "Title"] && request.headers.last?.value == "Wash Complete!")
    #expect(!request.allowsInsecureHTTP)
    let silent = ntfy("https://a.example/t").request(message(notice("n", body: "", priority: .low)))
    #expect(silent.headers.contains { $0 == ("Priority", "2") } && silent.body == Array("Wash Complete!".utf8))
  }

  @Test func longBodiesAreCutBetweenCharacters() throws {
    let request = ntfy("https://a.example/t").request(message(notice("n", body: String(repeating: "🧺", count: 2000))))
    // 999 baskets of 4 bytes and an ellipsis of 3; 4,000 would be too many by 3.
    #expect(try #require(request.body).count == 3999)
    #expect(String(decoding: try #require(request.body), as: UTF8.self) == String(repeating: "🧺", count: 999) + "…")
  }

  /// Status, kind, pause asked for.
  @Test(
    arguments: [
      (400, DeliveryFailure.Kind.refused, nil), (413, .refused, nil), (401, .unreachable, nil), (403, .unreachable, nil),
      (404, .unreachable, nil),
      (302, .unreachable, nil), (429, .unreachable, 120_000), (500, .unreachable, nil), (503, .unreachable, 120_000), (504, .unknown, nil),
    ] as [(Int, DeliveryFailure.Kind, Int64?)])
  func answersOfTheServer(status: Int, kind: DeliveryFailure.Kind, retryAfterMs: Int64?) async throws {
    let server = try LoopbackServer { _ in
      .text("no", status: status, headers: status % 100 == 29 || status == 503 ? [("Retry-After", "120")] : [])
    }
    #expect(
      await failure(ntfy(server.baseURL + "/secret-topic"))
        == DeliveryFailure(kind, "the push server answered \(status)", retryAfterMs: retryAfterMs))
    #expect(server.requests.count == 1)
  }

  @Test func aServerThatIsDownIsTriedAgainAndASilentOneIsNot() async throws {
    let server = try LoopbackServer { _ in .closed }
    let silent = await failure(ntfy(server.baseURL + "/secret-topic"))
    #expect(silent?.kind == .unknown)
    server.stop()
    let down = await failure(ntfy(server.baseURL + "/secret-topic"))
    #expect(down?.kind == .unreachable)
    for reason in [silent?.reason, down?.reason] { #expect(reason?.contains("secret") == false) }
    #expect(await failure(ntfy("not a url"))?.kind == .unreachable)
    #expect(await failure(ntfy("http://example.org/secret"))?.kind == .unreachable, "plain http leaves the machine only if that is allowed")
  }
}
