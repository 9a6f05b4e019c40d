import ArgumentParser
import HealthDesk

/// `hsync foods update`.
struct FoodsUpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Add the foods of a delta or a newer dump to the catalogue.",
    discussion: """
      Replaces foods that are older in the catalogue; foods that the file doesn't have stay. The filters are those of the last import. \
      Popularity is ranked anew by hsync foods import.
      """)

  @Argument(help: ArgumentHelp("A delta or a dump; - is standard input.", valueName: "file"), completion: .file())
  var file: String

  @Flag(name: .shortAndLong, help: "Print nothing unless something is wrong.")
  var quiet = false

  @Flag(help: "Print the counts as JSON.")
  var json = false

  func run() throws {
    try CatalogueRun(file: file, isQuiet: quiet, printsJSON: json).report { desk, _, isInterrupted, progress in
      try desk.update(file, isInterrupted: isInterrupted, progress: progress)
    }
  }
}
