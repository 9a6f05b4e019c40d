import HealthModel
import Synchronization

/// What the server has done since its start, counted in memory for Prometheus. No user, device, address or path is in a label: a route that isn't
/// one of the server's is `other`.
final class ServerMetrics: Sendable {
  private let startedAtMs: Int64
  private let state = Mutex(State())

  private struct Answers: Hashable {
    let route: String
    let status: Int
  }

  private struct State {
    var answers: [Answers: Int] = [:]
    var durations: [String: Histogram] = [:]
    var inProgress = 0
  }

  /// Facts that are looked up when metrics are read.
  struct Facts: Sendable {
    /// Open connections of clients.
    let connections: Int
    /// Whether pushes are taken.
    let isReady: Bool
  }

  /// Metrics of a server that starts at `startedAtMs`, milliseconds since 1970.
  init(startedAtMs: Int64) { self.startedAtMs = startedAtMs }

  /// Notes that a request has begun.
  func begin() { state.withLock { $0.inProgress += 1 } }

  /// Notes the answer to a request that has begun.
  ///
  /// - Parameters:
  ///   - route: its path where that is a route, else `other`.
  ///   - seconds: the time until the answer's first byte.
  func end(route: String, status: Int, seconds: Double) {
    state.withLock { state in
      state.inProgress -= 1
      state.answers[Answers(route: route, status: status), default: 0] += 1
      state.durations[route, default: Histogram()].add(seconds)
    }
  }

  /// The text format of Prometheus, version 0.0.4.
  func text(_ facts: Facts) -> String {
    let (answers, durations, inProgress) = state.withLock { ($0.answers, $0.durations, $0.inProgress) }
    var lines = ServerMetrics.head("hsync_requests_total", "counter", "Requests that were answered.")
    for (key, count) in answers.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }) {
      lines.append(#"hsync_requests_total{route="\#(key.route)",status="\#(key.status)"} \#(count)"#)
    }
    let duration = "hsync_request_duration_seconds"
    lines += ServerMetrics.head(duration, "histogram", "Seconds from a request's header to the beginning of its answer.")
    for (route, histogram) in durations.sorted(by: { $0.key < $1.key }) {
      for (bound, count) in histogram.cumulated {
        lines.append(#"\#(duration)_bucket{route="\#(route)",le="\#(bound.map { "\($0)" } ?? "+Inf")"} \#(count)"#)
      }
      lines.append(#"\#(duration)_sum{route="\#(route)"} \#(histogram.sum)"#)
      lines.append(#"\#(duration)_count{route="\#(route)"} \#(histogram.count)"#)
    }
    for (name, help, value) in [
      ("hsync_requests_in_progress", "Requests that aren't answered yet.", "\(inProgress)"),
      ("hsync_connections", "Open connections of clients.", "\(facts.connections)"),
      ("hsync_ready", "1 while pushes are taken, as /readyz; else 0.", facts.isReady ? "1" : "0"),
      ("hsync_start_time_seconds", "The server's start, in seconds since 1970.", "\(Double(startedAtMs) / 1000)"),
    ] {
      lines += ServerMetrics.head(name, "gauge", help) + ["\(name) \(value)"]
    }
    lines += ServerMetrics.head("hsync_build_info", "gauge", "The server's version; always 1.")
    lines.append(#"hsync_build_info{version="\#(Version.text)"} 1"#)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func head(_ name: String, _ type: String, _ help: String) -> [String] {
    ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
  }
}
