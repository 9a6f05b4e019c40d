import ArgumentParser
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync watch`: what `scan` does, with each photo that comes into a folder.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Scan new photos in a folder, look up the products and log them.",
    discussion: """
      Made for folders that Syncthing or Nextcloud fills from a phone. Photos that exist when a folder is watched for the first time are \
      skipped; photos that arrive while hsync watch isn't running are scanned at the next start. Photos are identified by their bytes, \
      so one that is renamed, moved or copied isn't scanned again. Runs until Ctrl-C; with --once, until the new photos are scanned.
      """)

  @Argument(help: "The folder (default: the setting watch.folder).", completion: .directory)
  var folder: String?

  @Flag(name: [.short, .long], inversion: .prefixedNo, help: "Watch subfolders, too (default: the setting watch.recursive).")
  var recursive: Bool?

  @Flag(name: .customLong("log"), inversion: .prefixedNo, help: "Log each product found (default: the setting watch.log).")
  var logs: Bool?

  @Flag(help: "Also scan the photos that were there before, however old they are.")
  var all = false

  @Flag(help: "Scan new photos, then exit.")
  var once = false

  @Flag(help: "Forget the folder and its photos; the next start treats it as new.")
  var forget = false

  @Flag(help: "Print one JSON object per photo, each on its own line.")
  var json = false

  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Logging") var amount: AmountOptions
  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if forget, all || once { throw ValidationError("--forget goes with neither --all nor --once.") }
    if folder?.isEmpty == true { throw ValidationError("The folder's name is empty.") }
  }

  func run() async throws {
    let configuration = Configuration.atStart
    guard let named = folder ?? configuration.watchedFolder else {
      throw CommandError(
        .usage, "no folder to watch", hint: "hsync watch FOLDER, or once and for all: hsync config set watch.folder FOLDER")
    }
    try amount.confirm(now: LocalClock.now)
    let root = try WatchCommand.real(named, mayBeGone: forget)
    let library = try library.open()
    let lock = try WatchCommand.lock(root, named, library)
    if forget { return try forget(root, named, library) }
    let logs = logs ?? configuration.logsWatched
    let watch = FolderWatch(
      root: root, shownRoot: named, isDeep: recursive ?? configuration.watchesDeep, isOnce: once, takesAll: all, isJSON: json,
      recipe: reading.recipe, option: amount.at, library: library)
    let (products, amount, isOnce, isJSON) = (products, amount, once, json)
    try await Interrupt.cancelling { _ in
      var session = try WatchSession(library: library, products: products, logging: amount, logs: logs, takesOld: watch.takesAll)
      var failures = Failures()
      do {
        try await watch.run(&session, reporting: &failures)
      } catch is CancellationError where !isOnce {
        // Its ordinary end.
        return session.finish(isJSON: isJSON)
      }
      session.finish(isJSON: isJSON)
      try failures.throwIfAny()
    }
    withExtendedLifetime(lock) {}
  }

  private func forget(_ root: String, _ named: String, _ library: Library) throws {
    guard let count = try PhotoLedger(library).forget(root) else {
      throw CommandError(.no, "\(named) was never watched with this library", hint: "watch it: hsync watch \(named.shellWord)")
    }
    if json { Output.json(.object([("forgotten", JSON(count))])) } else { Output.line("forgot \(Quantity.count(count, "photo"))") }
  }

  /// Keeps other watchers of the folder away, as long as the result lives.
  private static func lock(_ root: String, _ named: String, _ library: Library) throws -> LockFile {
    let thing = String(PhotoDigest(of: Array(root.utf8)).text.prefix(16))
    switch try LockFile.take(.watching, of: thing, besideLibrary: library.path, nowMs: LocalClock.nowMs) {
    case .taken(let lock): return lock
    case .held(let sinceMs):
      let since = sinceMs.map { " since \(LocalClock.moment(atMs: $0).clock)" } ?? ""
      throw CommandError(.tryAgain, "\(named) is watched already\(since)", hint: "stop the other hsync watch first")
    }
  }

  /// A folder's one name: absolute and free of links.
  ///
  /// - Parameter mayBeGone: Whether the name alone will do.
  private static func real(_ folder: String, mayBeGone: Bool) throws(CommandError) -> String {
    if let path = realpath(folder, nil) {
      defer { free(path) }
      if let real = String(validatingCString: path) { return real }
    }
    if mayBeGone {
      let absolute = folder.hasPrefix("/") ? folder : FileManager.default.currentDirectoryPath + "/" + folder
      return absolute.count > 1 && absolute.hasSuffix("/") ? String(absolute.dropLast()) : absolute
    }
    throw CommandError(.noInput, "no such folder: \(folder)", hint: "check the path: ls -l")
  }
}
