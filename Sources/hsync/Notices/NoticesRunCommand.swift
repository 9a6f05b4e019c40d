import ArgumentParser
import HealthDesk
import HealthModel
import Notices
import Settings

/// `hsync notices run`.
struct NoticesRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Plan notices, and deliver those that are due.",
    discussion: """
      A notice is shown at most once by each way, also by several programs at once. A way that fails is tried again later, until the \
      notice's last time. Exits with 75 if a delivery failed and will be tried again.
      """)

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    var failures = Failures()
    let library = try library.open()
    await BackgroundForecast(library).refresh()
    let report = try await NoticeDesk(library) { failures.report($0) }.run()
    if json { Output.json(report.json) } else { report.lines.forEach(Output.line) }
    for delivery in report.deliveries(.failed) { failures.report(CommandError(.tryAgain, delivery.words, hint: nil)) }
    try failures.throwIfAny()
  }
}

extension NoticeReport {
  /// One line for each delivery, and one for each missed notice.
  fileprivate var lines: [String] {
    if isDeliveredElsewhere { return ["another program is delivering"] }
    return deliveries.filter { $0.status != .failed && $0.status != .started }.map(\.words)
      + missed.map { "missed: \($0.notice.text.title.onOneLine)" }
  }

  /// As in the JSON contract (`docs/json.md`).
  fileprivate var json: JSON {
    .object([
      (
        "deliveries",
        .array(
          deliveries.map {
            .object([
              ("id", .string($0.noticeID)), ("way", .string($0.way)), ("status", .string($0.status.rawValue)),
              ("attempts", JSON($0.attempts)),
              ("error", JSON($0.reason)),
            ])
          })
      ), ("missed", .array(missed.map { .string($0.id) })), ("next_wake_ms", nextWakeMs.map { JSON($0) } ?? .null),
    ])
  }
}

extension NoticeDelivery {
  /// `delivered by desktop: laundry/…`; with the reason of a failure.
  fileprivate var words: String {
    let what =
      switch status {
      case .delivered: "delivered by \(way)"
      case .expired: "given up by \(way)"
      case .unknown: "perhaps delivered by \(way)"
      case .failed, .started: "not delivered by \(way)"
      }
    return "\(what): \(noticeID.printable)" + (reason.map { ": \($0)" } ?? "")
  }
}
