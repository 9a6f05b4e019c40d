import ArgumentParser
import Charts

/// `--svg FILE` and `--png FILE` of commands that draw what they show.
struct ChartOption: ParsableArguments {
  @Option(help: ArgumentHelp("Draw a chart instead: to an .svg file, or - for standard output.", valueName: "file"))
  var svg: SVGPath?

  @Option(help: ArgumentHelp("The same to a .png file, or - for standard output.", valueName: "file"))
  var png: PNGPath?

  /// The destination; `nil` = no chart is asked for.
  var file: ChartFile? { svg?.file ?? png?.file }

  /// - Throws: `ValidationError` when two are asked for.
  func refuse(json: Bool) throws {
    if json, let file { throw ValidationError("Either --json or --\(file.format.rawValue).") }
    if svg != nil, png != nil { throw ValidationError("Either --svg or --png.") }
  }
}

/// The file of `--svg`.
struct SVGPath: ExpressibleByArgument {
  let file: ChartFile

  init?(argument: String) {
    guard let file = ChartFile(argument, .svg) else { return nil }
    self.file = file
  }

  static var defaultCompletionKind: CompletionKind { .file(extensions: ["svg"]) }
}

/// The file of `--png`.
struct PNGPath: ExpressibleByArgument {
  let file: ChartFile

  init?(argument: String) {
    guard let file = ChartFile(argument, .png) else { return nil }
    self.file = file
  }

  static var defaultCompletionKind: CompletionKind { .file(extensions: ["png"]) }
}
