import ArgumentParser
import Files
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync backup`: the library into a file of its own.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write a consistent copy of the library to a file.",
    discussion: """
      Other programs can keep writing meanwhile. The file has mode 0600, appears only when it is complete, and is an SQLite database \
      like the library. It doesn't contain the token for the backend. hsync restore FILE restores it.
      """)

  @Argument(help: ArgumentHelp("The file to create; - is standard output.", valueName: "file"), completion: .file())
  var target: String

  @Flag(help: "Replace an existing file.")
  var force = false

  @Flag(name: .shortAndLong, help: "Print nothing unless something is wrong.")
  var quiet = false

  @Flag(help: "Print one JSON document about what was done.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if target == "-", json { throw ValidationError("Standard output has the library in it: leave --json out.") }
  }

  func run() throws {
    let path = try library.file
    if target == "-" { return try stream(path) }
    try checkTarget(besides: path)
    let backup = try copy(of: path, beside: target)
    try backup.file.publish(replacing: force)
    let words = LibraryWords(backup.contents.records)
    if json {
      Output.json(
        .object([
          ("file", .string(target)), ("bytes", JSON(backup.bytes)), ("schema", JSON(backup.contents.schema)), ("records", words.json),
        ]))
    } else if !quiet {
      Output.line("backed up \(words.sentence) to \(target) (\(Quantity.bytes(backup.bytes)))")
    }
  }

  /// Writes the copy to standard output. It is made beside the library, as a pipe can't be written in the order in which SQLite copies.
  private func stream(_ path: String) throws {
    guard !Terminal.isTerminal(STDOUT_FILENO) else {
      throw CommandError(.usage, "a backup is binary and isn't written to a terminal", hint: "hsync backup FILE, or: hsync backup - > FILE")
    }
    let folder = (path as NSString).deletingLastPathComponent
    // A library that may only be read has no place for the copy.
    let isOpen = access(folder.isEmpty ? "." : folder, W_OK | X_OK) == 0
    let backup = try copy(of: path, beside: isOpen ? path : (NSTemporaryDirectory() as NSString).appendingPathComponent("hsync-backup.db"))
    let descriptor = open(backup.file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandError(.io, "can't read the copy: \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    // A reader that goes away ends the program on the spot; nothing of the copy may be left then.
    unlink(backup.file.path)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = buffer.withUnsafeMutableBytes { readPart(of: descriptor, into: $0) }
      guard count >= 0 else { throw CommandError(.io, "can't read the copy: \(String(cString: strerror(errno)))") }
      if count == 0 { return }
      Output.bytes(buffer[..<count])
    }
  }

  private func copy(of path: String, beside target: String) throws -> Backup {
    let interrupt = Interrupt()
    var shown = ByteProgress(noun: "backup", isShown: !quiet)
    defer { shown.clear() }
    do {
      return try Backup(of: path, beside: target) { done, total in
        if interrupt.isRaised { throw CancellationError() }
        shown.show(bytes: done, of: total)
      }
    } catch is CancellationError {
      throw CommandError(.interrupted, "interrupted; no backup was made")
    }
  }

  /// Checks the target before the work, so that an error isn't reported only after it.
  private func checkTarget(besides path: String) throws {
    var (there, here) = (stat(), stat())
    guard stat(target, &there) == 0 else { return }
    if stat(path, &here) == 0, there.st_dev == here.st_dev, there.st_ino == here.st_ino {
      throw CommandError(.usage, "\(target) is the library itself", hint: "name another file: hsync backup FILE")
    }
    if there.st_mode & S_IFMT == S_IFDIR {
      let name = "\(target.hasSuffix("/") ? target : target + "/")hsync-\(LocalClock.now.day).db"
      throw CommandError(.cantCreate, "\(target) is a folder", hint: "hsync backup \(name)")
    }
    if !force { throw NewFile.exists(target) }
  }
}
