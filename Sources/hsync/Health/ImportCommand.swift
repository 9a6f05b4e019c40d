import ArgumentParser
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings

/// `hsync import`: health exports into the library.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import health exports: Apple Health, Health Auto Export, Health Connect.",
    discussion: """
      Accepts a zip, an unpacked folder or a plain file, recognised by its content. Imports are atomic and idempotent: a newer export of \
      the same phone adds only what is new.
      """)

  @Argument(help: ArgumentHelp("Exports; - is standard input.", valueName: "file"), completion: .file())
  var files: [String]

  @Flag(name: .customLong("dry-run"), help: "Only report what would be imported.")
  var isDryRun = false

  @Flag(name: .customLong("keep-partial"), help: "Keep what can be read of a file that is truncated or damaged.")
  var keepsPart = false

  @Flag(name: .customLong("apply-deletions"), help: "Delete samples that an Apple Health export no longer contains.")
  var appliesDeletions = false

  @Flag(name: .shortAndLong, help: "Print nothing unless something is wrong.")
  var quiet = false

  @Flag(help: "Print one JSON document per file.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let settings = Configuration.atStart.health
    let library = try library.open()
    let interrupt = Interrupt()
    var failures = Failures()
    let imports = FileImport(
      library, settings: settings, clock: LocalClock.wall, temporaryFolder: NSTemporaryDirectory(),
      isInterrupted: { interrupt.isRaised })
    for file in files {
      do {
        try read(file, imports)
      } catch let error as any UserFacingError {
        failures.report(error)
      } catch is CancellationError {
        throw CommandError(.interrupted, "interrupted; nothing of \(name(of: file)) was imported")
      }
    }
    try failures.throwIfAny()
  }

  private func read(_ file: String, _ imports: FileImport) throws {
    var options = ImportRun.Options()
    options.isDryRun = isDryRun
    options.keepsPart = keepsPart
    options.appliesDeletions = appliesDeletions
    var shown = ByteProgress(noun: name(of: file), isShown: !quiet)
    defer { shown.clear() }
    let (origin, outcome) = try imports.run(file, options: options) { shown.show(bytes: $0.bytesRead, of: $0.bytesTotal) }
    shown.clear()
    let words = ImportWords(file: file, origin: origin, outcome: outcome, isDryRun: isDryRun)
    if json { return Output.json(words.json) }
    if !quiet { words.lines.forEach(Output.line) }
  }

  private func name(of file: String) -> String { file == "-" ? "standard input" : file }
}
