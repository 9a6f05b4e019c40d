import ArgumentParser
import HealthDesk
import HealthModel
import Notices
import Settings

/// `hsync notices list`, which is what `hsync notices` does.
struct NoticesListCommand: AsyncParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List planned notices, and the last ones that were shown, missed or cancelled.")

  @Flag(help: "Send one notice by each way now, to see whether it arrives.")
  var test = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    var failures = Failures()
    let desk = NoticeDesk(try library.open()) { failures.report($0) }
    if test { return try await tried(desk, failures) }
    let fault = try await desk.plan().fault
    let glance = try desk.glance()
    if json { Output.json(glance.json) } else { glance.lines.forEach(Output.line) }
    if let fault { throw fault }
    try failures.throwIfAny()
  }

  private func tried(_ desk: NoticeDesk, _ faults: Failures) async throws {
    var failures = faults
    let results = await desk.trial()
    if json {
      Output.json(.array(results.map { .object([("way", .string($0.way)), ("error", JSON($0.failure?.reason))]) }))
    } else {
      for result in results where result.failure == nil { Output.line("sent by \(result.way)") }
    }
    for result in results {
      guard let failure = result.failure else { continue }
      failures.report(CommandError(.tryAgain, "\(result.way): \(failure.reason)", hint: nil))
    }
    if results.isEmpty { failures.report(CommandError.noWay) }
    try failures.throwIfAny()
  }
}

extension CommandError {
  /// No way of delivery is set up.
  static let noWay = CommandError(
    .configuration, "no way of delivery is set up", hint: "name one: hsync config set notices.ways desktop")
}
