import HTTPTypes
import HealthModel
import Logging
import ServerTesting
import Synchronization
import TestSupport
import Testing

@testable import SyncBackend

/// What the server counts, and the numbers of its requests.
@Suite struct MetricsTests {
  @Test func requestsAreCountedByRouteAndStatusAndNameNobody() async throws {
    let fixture = try BackendFixture()
    let page = Mutex("")
    try await fixture.test { client in
      _ = try await client.push(1, device: "abcdef", [Sample.put("secret-id", 1)])
      _ = try await client.push(1, device: "abcdef", [Sample.put("secret-id", 1)])
      _ = try await client.changes(token: "nobody")
      _ = try await client.send(.get, "/alice/secret")
      try await serving({ listening in
        fixture.backend.metricsApplication(on: .port(host: "127.0.0.1", port: 0)) { listening($0?.port ?? 0) }
      }) { port in
        let answer = try await Client(port: port, token: "").send(.get, "/metrics")
        #expect(answer.status == 200 && answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        page.withLock { $0 = answer.text }
        let other = try await Client(port: port, token: client.token).send(.get, "/v1/sync/changes")
        #expect(other.status == 404)
      }
      // It isn't where clients are.
      let hidden = try await client.send(.get, "/metrics")
      #expect(hidden.status == 404)
    }
    let text = page.withLock { $0 }
    let lines = text.split(separator: "\n").map(String.init)
    for line in [
      #"hsync_requests_total{route="/v1/sync/push",status="200"} 2"#, #"hsync_requests_total{route="/v1/sync/changes",status="401"} 1"#,
      #"hsync_requests_total{route="other",status="404"} 1"#,
      #"hsync_request_duration_seconds_bucket{route="/v1/sync/push",le="+Inf"} 2"#,
      #"hsync_request_duration_seconds_count{route="/v1/sync/push"} 2"#, "hsync_requests_in_progress 0", "hsync_ready 1",
      "hsync_start_time_seconds 1770724800.0", #"hsync_build_info{version="\#(Version.text)"} 1"#,
    ] {
      #expect(lines.contains(line), "\(line)\n\(text)")
    }
    for word in ["alice", "secret", "abcdef", fixture.alice] { #expect(!text.contains(word)) }
    // Each metric is introduced before its samples (Prometheus's text format).
    let sample = /^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+$/
    for line in lines where !line.hasPrefix("# ") { #expect(line.wholeMatch(of: sample) != nil, "\(line)") }
  }

  @Test func bucketsAddUp() {
    var histogram = Histogram()
    for seconds in [0.001, 0.005, 0.3, 60] { histogram.add(seconds) }
    #expect(histogram.cumulated.map(\.count) == [2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4])
    #expect(histogram.count == 4 && histogram.sum == 60.306)
  }

  @Test func anAnswerHasTheNumberThatTheLogHas() async throws {
    let lines = Mutex<[String]>([])
    var logger = Logger(label: "test") { _ in Recorder { line in lines.withLock { $0.append(line) } } }
    logger.logLevel = .debug
    let fixture = try BackendFixture(logger: logger)
    try await fixture.test { client in
      let answers = [try await client.changes(token: "nobody"), try await client.changes()]
      let numbers = answers.compactMap { $0.headers[HeaderName.requestID] }
      #expect(numbers.count == 2 && numbers[0] != numbers[1])
      #expect(lines.withLock { $0.contains { $0.contains("refused") && $0.contains(numbers[0]) } })
    }
  }

  @Test(arguments: [
    ("9187", ListenAddress.port(host: "127.0.0.1", port: 9187)), ("0.0.0.0:0", .port(host: "0.0.0.0", port: 0)),
    ("[::1]:9187", .port(host: "::1", port: 9187)), ("localhost:1", .port(host: "localhost", port: 1)),
    ("/run/hsync.sock", .socket("/run/hsync.sock")),
  ])
  func addressesAreRead(_ text: String, _ address: ListenAddress) { #expect(ListenAddress(text) == address) }

  @Test(arguments: ["", "x", ":1", "::1", "::1:1", "1:65536", "-1", "host:", "/" + String(repeating: "x", count: 107)])
  func whatIsNoAddressIsNotRead(_ text: String) { #expect(ListenAddress(text) == nil) }
}

/// A log handler that hands on each entry as a line.
private struct Recorder: LogHandler {
  let add: @Sendable (String) -> Void
  var logLevel: Logger.Level = .debug
  var metadata: Logger.Metadata = [:]

  init(_ add: @escaping @Sendable (String) -> Void) { self.add = add }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { add("\(event.message) \(metadata.merging(event.metadata ?? [:]) { $1 })") }
}
