import ArgumentParser
import HealthModel

/// `hsync doctor`.
struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Look whether everything is as it should be, and say how to mend what isn't.",
    discussion: """
      Looks at the program's libraries, settings, the library and its rights, the backend, clock, sources, schedule and disk, and changes \
      nothing. Nothing personal is printed, so that you can show it to somebody who helps. Exits with 1 when a line says fail.
      """)

  @Flag(help: "Ask no network.")
  var offline = false

  @Flag(help: "Compare each index with its table, too; takes longer.")
  var full = false

  @Flag(help: "One JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  @MainActor func run() async throws {
    var findings: [Finding] = []
    func add(_ new: [Finding]) {
      if !json { new.forEach(show) }
      findings += new
    }
    add(ProgramCheck().findings())
    let file: String
    do throws(CommandError) { file = try library.file } catch {
      // Without settings the library of a profile can't be found; the usual one can.
      guard library.profile == nil, error.kind == .configuration else { throw error }
      file = Paths().usualLibrary
    }
    let premises = Premises(library: file, isOffline: offline, isFull: full)
    let checks: [any Checkup] = [
      SettingsCheck(premises: premises), LibraryCheck(premises: premises), IntegrityCheck(premises: premises),
      AccountCheck(premises: premises), BackendCheck(premises: premises), SyncCheck(premises: premises), SourcesCheck(premises: premises),
      ProductsCheck(premises: premises), ScheduleCheck(premises: premises), SpaceCheck(premises: premises),
    ]
    for check in checks { add(await check.findings()) }
    let worst = findings.map(\.verdict).max() ?? .ok
    if json { Output.json(.object([("result", .string(worst.rawValue)), ("checks", .array(findings.map(\.json)))])) }
    let failed = findings.count { $0.verdict == .fail }
    if failed > 0 { throw CommandError(.no, "\(Quantity.count(failed, "check")) failed") }
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
  /// With blanks behind it up to a width.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
