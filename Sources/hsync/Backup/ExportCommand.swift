import ArgumentParser
import Foundation
import HealthModel
import HealthStore
import Settings

extension ExportFormat: ExpressibleByArgument {}

/// `hsync export`: everything in forms that other programs read.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export everything in the library as JSON lines or CSV.",
    discussion: """
      Writes a new folder with one file per kind, or one JSON object per line to standard output, with its kind first. docs/export.md \
      describes every kind and column. The export is a consistent snapshot; other programs can keep writing meanwhile. To move a \
      library, use hsync backup.

      --datasette writes a folder with metadata.json instead: the meanings and units of the views' columns, with which Datasette shows \
      the library (docs/sql.md).
      """)

  @Argument(
    help: ArgumentHelp("The folder to create; - is standard output, the default in a pipe.", valueName: "folder"), completion: .directory)
  var target: String?

  @Option(help: "json (one JSON object per line) or csv.")
  var format = ExportFormat.json

  @Option(help: ArgumentHelp("Only these kinds, separated by commas: meal,weight.", valueName: "kinds"))
  var only: [String] = []

  @Option(help: ArgumentHelp("A folder to create with the metadata for Datasette.", valueName: "folder"), completion: .directory)
  var datasette: String?

  @Flag(name: .shortAndLong, help: "Print nothing unless something is wrong.")
  var quiet = false

  @Flag(help: "Print one JSON document about what was written.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if datasette == "-" || datasette?.isEmpty == true { throw ValidationError("--datasette needs the name of a folder.") }
    if datasette != nil, target != nil || !only.isEmpty || json || format != .json {
      throw ValidationError("Give --datasette alone: it exports no records.")
    }
  }

  func run() throws {
    let kinds = try chosenKinds()
    let library = try library.open()
    if let datasette { return try writeMetadata(of: library, to: datasette) }
    if let target, target != "-" { return try write(kinds, of: library, to: target) }
    guard target == "-" || !Terminal.isTerminal(STDOUT_FILENO) else {
      throw CommandError(.usage, "no target was given", hint: "hsync export FOLDER, or - for standard output")
    }
    if json {
      throw CommandError(.usage, "--json can't be used while the data goes to standard output", hint: "leave --json out, or name a folder")
    }
    guard format == .json || kinds.count == 1 else {
      throw CommandError(.usage, "kinds have different columns, and standard output is one file", hint: "choose one: --only meal")
    }
    try stream(kinds, of: library)
  }

  private func write(_ kinds: [ExportKind], of library: Library, to folder: String) throws {
    var shown = ByteProgress(noun: "export", isShown: !quiet)
    defer { shown.clear() }
    let interrupt = Interrupt()
    var files = try ExportFolder(folder, format: format) { bytes in
      if interrupt.isRaised { throw CancellationError() }
      shown.show(bytes: bytes, of: nil)
    }
    let counts = try interruptible { try LibraryExport(library).write(kinds, as: format, into: &files) }
    let manifest = JSON.object(ExportCommand.members(counts, format))
    try files.publish(manifest)
    shown.clear()
    if json { return Output.json(manifest) }
    if !quiet { Output.line("exported \(LibraryWords(counts).sentence) to \(folder)") }
  }

  private func writeMetadata(of library: Library, to folder: String) throws {
    let interrupt = Interrupt()
    let metadata = try DatasetteMetadata(library).json
    try interruptible {
      if interrupt.isRaised { throw CancellationError() }
      try ExportFolder(folder, format: .json) { _ in }.publish(metadata, as: "metadata.json")
    }
    guard !quiet else { return }
    let file = (folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder) + "/metadata.json"
    Output.line("wrote the meanings of \(LibraryView.all.count) views to \(file)")
    Output.notice("start it: datasette \(Paths().typed(library.path)) --metadata \(Paths().typed(file))")
  }

  private func stream(_ kinds: [ExportKind], of library: Library) throws {
    let interrupt = Interrupt()
    var sink = ExportStream { if interrupt.isRaised { throw CancellationError() } }
    let counts = try interruptible { try LibraryExport(library).write(kinds, as: format, into: &sink) }
    // The last line says that nothing is missing.
    if format == .json { Output.json(.object([("kind", .string("export"))] + ExportCommand.members(counts, format))) }
  }

  private func interruptible<T>(_ work: () throws -> T) throws -> T {
    do { return try work() } catch is CancellationError {
      throw CommandError(.interrupted, "interrupted; the export isn't complete")
    }
  }

  private static func members(_ counts: [LibraryContents.Count], _ format: ExportFormat) -> [(String, JSON)] {
    LibraryExport.members(counts, format, atMs: LocalClock.nowMs)
  }

  private func chosenKinds() throws -> [ExportKind] {
    let names = only.flatMap { $0.split(separator: ",").map { String($0).trimmed } }.filter { !$0.isEmpty }
    if let unknown = names.first(where: { ExportKind.named($0) == nil }) {
      throw CommandError(
        .usage, "there is no kind \(unknown)", hint: "kinds are \(ExportKind.all.map(\.name).joined(separator: ", "))")
    }
    return names.isEmpty ? ExportKind.all : ExportKind.all.filter { names.contains($0.name) }
  }
}

/// Writes exported lines to standard output.
struct ExportStream: ExportSink {
  /// Called before each write; throws to end the export.
  let check: () throws -> Void

  mutating func begin(_ kind: ExportKind) throws {}

  mutating func write(_ lines: [UInt8]) throws {
    try check()
    if Terminal.isTerminal(STDOUT_FILENO) {
      String(decoding: lines, as: UTF8.self).split(separator: "\n").forEach { Output.line(String($0)) }
    } else {
      Output.bytes(lines[...])
    }
  }

  mutating func end(_ kind: ExportKind, count: Int) throws {}
}
