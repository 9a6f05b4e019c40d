import ArgumentParser
import HealthModel
import Logging
import Usage

/// The forms of the log's lines.
enum LogForm: String, ExpressibleByArgument, CaseIterable {
  /// `2026-02-10T12:00:00+00:00 error hsync-backend: hb.request.id=… result=… database`, for people.
  case text
  /// One JSON object a line with `at`, `level`, `logger`, `message` and the facts, for programs.
  case json
}

/// Writes log entries as lines into a `LogQueue`.
struct QueuedLogHandler: LogHandler {
  private let label: String
  private let queue: LogQueue
  private let form: LogForm
  var logLevel: Logger.Level = .notice
  var metadata: Logger.Metadata = [:]

  /// A handler of the logger of that label.
  init(label: String, queue: LogQueue, form: LogForm) {
    self.label = label
    self.queue = queue
    self.form = form
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let at = Moment(ms: WallClock.nowMs(), utcOffsetMin: 0).iso8601
    switch form {
    case .text:
      let words = facts.map { " \($0.key)=\($0.value)" }.joined()
      queue.add("\(at) \(event.level) \(label):\(words) \(event.message)".printable + "\n")
    case .json:
      let head = [
        ("at", JSON.string(at)), ("level", .string("\(event.level)")), ("logger", .string(label)), ("message", .string("\(event.message)")),
      ]
      queue.add(JSON.object(head + facts.map { ($0.key, .string("\($0.value)")) }).text.harmlessJSON + "\n")
    }
  }
}
