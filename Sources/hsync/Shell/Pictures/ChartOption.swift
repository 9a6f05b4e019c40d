import ArgumentParser
import Charts
import Foundation

/// `--svg FILE` of commands that show days in numbers.
struct ChartOption: ParsableArguments {
  @Option(help: ArgumentHelp("Draw a chart instead: to an .svg file, or - for standard output.", valueName: "file"))
  var svg: ChartFile?

  /// - Throws: `ValidationError` when both are asked for.
  func refuse(json: Bool) throws {
    if json, svg != nil { throw ValidationError("Either --json or --svg.") }
  }
}

/// The destination of a chart: a file, or standard output.
struct ChartFile: ExpressibleByArgument {
  private let path: String

  /// `-`, or a path that ends with `.svg`, so that a slip replaces no other file. `nil` for others.
  init?(argument: String) {
    guard argument == "-" || argument.lowercased().hasSuffix(".svg") else { return nil }
    path = argument
  }

  static var defaultCompletionKind: CompletionKind { .file(extensions: ["svg"]) }

  /// Writes the chart, and says so unless it goes to standard output.
  ///
  /// - Throws: kind `.cantCreate`, `.noPermission` or `.io`.
  func write(_ chart: some Chart) throws {
    let text = chart.svg(.standalone)
    // The last line's end is written by `document`.
    if path == "-" { return Output.document(String(text.dropLast())) }
    try ReplacedFile().write(Array(text.utf8), to: path)
    Output.line("drawn: \(path)")
  }
}
