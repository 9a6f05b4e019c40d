import ArgumentParser
import Foundation
import HealthModel
import HealthStore
import HealthSync
import Settings
import Usage

/// `hsync restore`: a backup into the library's place.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replace the library with a backup.",
    discussion: """
      The backup is checked first. The current library is kept beside it, so that the restore can be reverted. Changes that were synced \
      after the backup was made come back with the next hsync sync.
      """)

  @Argument(help: ArgumentHelp("A file made by hsync backup; - is standard input.", valueName: "file"), completion: .file())
  var source: String

  @Flag(help: "Don't ask for confirmation.")
  var yes = false

  @Flag(help: "Print one JSON document about what was done.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let path = try library.file
    // Standard input is what is restored: nobody can answer there.
    if source == "-", !yes {
      throw CommandError(
        .usage, "replacing the library needs confirmation, but standard input is the backup", hint: "add --yes to confirm")
    }
    let from: Restoration.Source = source == "-" ? .stream(descriptor: STDIN_FILENO, name: "standard input") : .file(source)
    let restoration = try working { try Restoration(of: from, into: path, progress: $0) }
    // Here, and not when the last one lets go of it: a signal's handler may be later than the program's end.
    defer { restoration.abandon() }
    try confirm(restoration, path)
    let kept = try working { try restoration.take(at: LocalClock.now, progress: $0) }
    try show(restoration.contents, kept, path)
  }

  /// Runs a part of the work with a progress line; Ctrl-C stops it before anything has changed.
  private func working<T>(_ work: (@escaping (Int64, Int64?) throws -> Void) throws -> T) throws -> T {
    let interrupt = Interrupt()
    var shown = ByteProgress(noun: "restore", isShown: true)
    defer { shown.clear() }
    do {
      return try work { done, total in
        if interrupt.isRaised { throw CancellationError() }
        shown.show(bytes: done, of: total)
      }
    } catch is CancellationError {
      throw CommandError(.interrupted, "interrupted; the library is as it was")
    }
  }

  private func confirm(_ restoration: Restoration, _ path: String) throws {
    guard restoration.replaces else { return }
    // Ctrl-C at the question leaves nothing behind.
    let interrupt = Interrupt {
      restoration.abandon()
      Foundation.exit(ErrorKind.interrupted.exitCode)
    }
    defer { withExtendedLifetime(interrupt) {} }
    if !yes, Terminal.canAsk {
      let made = restoration.changedAtMs.map(LocalClock.moment(atMs:)).map { ", of \($0.day) \($0.clock)" } ?? ""
      let present = restoration.present.map { LibraryWords($0.records).sentence } ?? "can't be read"
      Output.notice("\(source): \(LibraryWords(restoration.contents.records).sentence)\(made)")
      Output.notice("\(path): \(present); it is kept beside")
    }
    try Confirmation.require("replace the library by the backup?", isGiven: yes)
  }

  private func show(_ contents: LibraryContents, _ kept: String?, _ path: String) throws {
    let words = LibraryWords(contents.records)
    if json {
      return Output.json(
        .object([
          ("library", .string(path)), ("schema", JSON(contents.schema)), ("records", words.json), ("kept", JSON(kept)),
        ]))
    }
    Output.line("restored \(words.sentence) from \(source)")
    if let kept { Output.line("the previous library was kept: \(kept)") }
    let status = try? SyncEngine.status(of: Library(at: path, endsWithProcess: true))
    if let url = status?.url, try AccountFile(library: path).read() == nil {
      Output.notice("not signed in to \(url) here: hsync login")
    }
  }
}
