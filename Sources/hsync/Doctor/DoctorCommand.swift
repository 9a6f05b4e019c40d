import ArgumentParser
import Doctor
import HealthDesk
import HealthModel
import Settings

/// `hsync doctor`.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the setup and suggest fixes.",
    discussion: """
      Checks the program's libraries, the settings, the library and its permissions, the backend, clock, sources, schedule and disk; \
      changes nothing. The output contains nothing personal, so you can show it to someone who helps you. Exits with 1 if a check fails.

      --repair checks only the library's sync state and schema, lists what it would repair, and exits with 1 if there is anything. With \
      --yes it makes the repairs and keeps the replaced data in a file beside the library.
      """)

  @Flag(help: "Don't use the network.")
  var offline = false

  @Flag(help: "Also compare each index with its table; takes longer.")
  var full = false

  @Flag(help: "List what can be repaired in the sync state and schema.")
  var repair = false

  @Flag(help: "With --repair: make the repairs.")
  var yes = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if yes, !repair { throw ValidationError("--yes goes with --repair") }
    if repair, offline || full { throw ValidationError("--repair asks no network and reads no pages: leave --offline and --full out") }
  }

  @MainActor func run() async throws {
    if repair { return try DoctorRepair(path: usualFile(), isAllowed: yes, json: json).run() }
    let library = try usualFile()
    let examination = Examination(Premises(library: library, isOffline: offline, isFull: full)) { [ScheduleCheck(premises: $0)] }
    let findings = await examination.run { if !json { $0.forEach(show) } }
    let worst = findings.map(\.verdict).max() ?? .ok
    if json { Output.json(.object([("result", .string(worst.rawValue)), ("checks", .array(findings.map(\.json)))])) }
    let failed = findings.count { $0.verdict == .fail }
    if failed > 0 { throw CommandError(.no, "\(Quantity.count(failed, "check")) failed") }
  }

  /// The library's path. Without settings that of a profile can't be found; the usual one can.
  private func usualFile() throws(SettingsError) -> String {
    do throws(SettingsError) { return try library.file } catch {
      guard library.profile == nil, error.kind == .configuration else { throw error }
      return Paths().usualLibrary
    }
  }

  /// A line as soon as it is known, the remedy under it.
  private func show(_ finding: Finding) {
    let verdict = finding.verdict.rawValue.padded(to: 6)
    let styled =
      switch finding.verdict {
      case .ok: verdict
      case .warn: Terminal.styled(verdict, .warning)
      case .fail: Terminal.styled(verdict, .bold)
      }
    Output.line(styled + finding.check.padded(to: 11) + finding.words)
    if let remedy = finding.remedy { Output.line(String(repeating: " ", count: 17) + remedy) }
  }
}

extension String {
  /// Returns the text padded with spaces to a width.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
