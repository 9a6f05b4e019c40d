import ArgumentParser
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings

/// `hsync sources`: where health data comes from.
struct SourcesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "List where health data comes from: folders, the last import, and the sources by priority.",
    discussion: """
      Folders are named in the settings (health.folders); hsync sync imports new files there first. Where several sources cover the same \
      minutes, the one with the highest priority counts (health.ranks).
      """)

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let configuration = Configuration.atStart
    let glance = try SourceGlance(library.open(), folders: configuration.healthFolders, settings: configuration.health)
    Events.atStart.record(
      .screenViewed(
        .settings(hasPermissions: Events.atStart.hasPermissions, lastSyncAgeSec: Events.atStart.ageSec(ofMs: glance.lastSyncMs))))
    if json { return Output.json(document(glance)) }
    show(glance)
  }

  private func show(_ glance: SourceGlance) {
    if glance.folders.isEmpty {
      Output.line("no folder is connected; name one in \(Paths().configuration): hsync config set health.folders FOLDER")
    }
    var columns = Columns([.left, .left, .left])
    for folder in glance.folders {
      columns.add([folder.path, folder.access.words, folder.access.hint(for: folder.path)?.words(\.command) ?? ""])
    }
    columns.lines().forEach(Output.line)
    if let last = glance.lastImport {
      let moment = LocalClock.moment(atMs: last.endedAtMs)
      Output.line("last import  \(last.file), \(moment.day) \(moment.clock), \(Quantity.grouped(last.added)) new samples")
    } else {
      Output.line("last import  never: hsync import FILE")
    }
    guard !glance.sources.isEmpty else { return }
    Output.line("sources, highest priority first")
    var sources = Columns([.right, .left, .left])
    for (place, source) in glance.sources.enumerated() { sources.add(["\(place + 1)", source.name, source.kind.rawValue]) }
    sources.lines(indent: 2).forEach(Output.line)
  }

  private func document(_ glance: SourceGlance) -> JSON {
    let lastJSON = glance.lastImport.map { entry in
      JSON.object([
        ("file", .string(entry.file)), ("origin", .string(entry.origin)), ("ended_at_ms", JSON(entry.endedAtMs)),
        ("records", JSON(entry.records)), ("added", JSON(entry.added)),
      ])
    }
    return .object([
      ("folders", .array(glance.folders.map { .object([("path", .string($0.path)), ("access", .string($0.access.words))]) })),
      ("last_import", lastJSON ?? .null),
      (
        "sources",
        .array(
          glance.sources.map {
            .object([("name", .string($0.name)), ("kind", .string($0.kind.rawValue)), ("origin", .string($0.origin.rawValue))])
          })
      ),
    ])
  }
}
