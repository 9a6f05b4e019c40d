import ArgumentParser
import FoodScan
import Foundation
import HealthModel
import HealthStore

/// `hsync scan`: photos to barcodes to products, and into the log when asked.
struct Scan: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Read the barcodes in photos, look the products up, log them.",
    discussion: """
      Reads JPEG, PNG, WebP and HEIC. On a terminal each product is shown and logging it is asked once; with --log it is logged without \
      a question, without a terminal nothing is ever asked. Exit status 1: a photo without a barcode, or a product nobody knows.
      """)

  @Argument(help: "Photos; - is one on standard input.", completion: .file())
  var photos: [String]

  @Flag(help: "Only read the barcodes.")
  var noLookup = false

  @Flag(name: .customLong("log"), help: "Log each product found.")
  var logs = false

  @Flag(help: "One JSON object per photo and line.")
  var json = false

  @Option(help: "Kinds of code to read, with commas between.")
  var symbologies = SymbologyList.retail

  @Option(help: "Photos read at a time; else the number of cores.")
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Who reads: fit, our own reader; zbar, libzbar's image scanner; both, our own with libzbar proposing codes.", valueName: "ENGINE"))
  var engine: EngineChoice = .zbar

  @OptionGroup(title: "Seeing") var seeing: SightOptions
  @OptionGroup(title: "Logging") var amount: AmountOptions
  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if photos.isEmpty { throw ValidationError("Name at least one photo, or - for standard input.") }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256.") }
    if noLookup, logs { throw ValidationError("--log needs the product: leave --no-lookup out.") }
    if photos.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
  }

  func run() async throws {
    Events.record(.screenViewed(.scan))
    let sources = photos.map(PhotoSource.init(argument:))
    var annotated = try seeing.annotate.map { try AnnotatedPhotos($0, of: sources, isJSON: json) }
    var recipe = ScanRecipe()
    recipe.engine = engine
    recipe.symbologies = symbologies.symbologies
    recipe.isTraced = seeing.explain
    recipe.markup = annotated?.markup
    let scanner = PhotoScanner(recipe, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    var session = noLookup ? nil : try ScanSession(library: library.open(), products: products, logging: amount, mode: mode)
    var failures = Failures()
    var progress = Progress(total: sources.count, noun: "photo", isShown: sources.count > 4 && !json)
    for await scan in scanner.scan(sources) {
      progress.clear()
      var report = PhotoReport(photo: scan.photo.name)
      switch scan.outcome {
      case .failure(let error): report.fail(error)
      case .success(let reading):
        report.add(reading, isExplained: seeing.explain)
        if reading.sightings.isEmpty {
          report.fail(
            CommandError(
              .no, reading.others.isEmpty ? "no barcode in \(scan.photo.name)" : "no product's number in the codes of \(scan.photo.name)",
              hint: reading.others.isEmpty
                ? "try a sharper photo, closer and in better light, or: hsync log BARCODE" : "photograph the bars with digits below"))
        }
        try await session?.look(up: &report)
      }
      if let markup = scan.markup {
        do {
          try annotated?.write(markup.get(), of: scan.photo)
        } catch let error as any UserFacingError {
          report.fail(error)
        }
      }
      // A picture on standard output is all that goes there.
      let say = annotated?.takesStandardOutput == true ? Output.notice : Output.line
      if json { Output.json(report.json) } else { report.lines.forEach(say) }
      report.notices.forEach(Output.notice)
      report.errors.forEach { failures.report($0) }
      session?.offerToLog(report, failures: &failures)
      progress.advance()
    }
    progress.clear()
    session?.finish(isJSON: json)
    try failures.throwIfAny()
  }

  private var mode: ScanSession.Mode {
    if logs { return .log }
    return !json && Terminal.isConversation && !photos.contains("-") ? .ask : .show
  }
}

extension EngineChoice: ExpressibleByArgument {}
