import ArgumentParser
import Foundation
import HealthModel
import HealthStore
import Settings

extension ExportFormat: ExpressibleByArgument {}

/// `hsync export`: everything in forms that other programs read.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write everything in the library as JSON lines or CSV.",
    discussion: """
      Into a new folder with a file for each kind, or to standard output, a JSON object a line with its kind first. docs/export.md names \
      every kind and column. All of it is of one moment, and others may go on writing. To move a library, take hsync backup.
      """)

  @Argument(
    help: ArgumentHelp("The folder to make; - is standard output, as is nothing in a pipe.", valueName: "folder"), completion: .directory)
  var target: String?

  @Option(help: "json (a JSON object a line) or csv.")
  var format = ExportFormat.json

  @Option(help: ArgumentHelp("Only these kinds, with commas: meal,weight.", valueName: "kinds"))
  var only: [String] = []

  @Flag(name: .shortAndLong, help: "Say nothing unless something is wrong.")
  var quiet = false

  @Flag(help: "One JSON document about what was written.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let kinds = try chosenKinds()
    let library = try library.open()
    if let target, target != "-" { return try write(kinds, of: library, to: target) }
    guard target == "-" || !Terminal.isTerminal(STDOUT_FILENO) else {
      throw CommandError(.usage, "where to?", hint: "hsync export FOLDER, or - for standard output")
    }
    if json { throw CommandError(.usage, "standard output has the data in it", hint: "leave --json out, or name a folder") }
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
