import ArgumentParser
import FoodScan
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync scan`: photos to barcodes to products, and into the log when asked.
struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Read the barcodes in photos, look up the products and log them.",
    discussion: """
      Reads JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP and PNM. On a terminal, hsync asks before it logs a product; with --log it logs \
      without asking. Without a terminal it never asks. Exit status 1: no barcode was found in a photo, or a product is unknown.
      """)

  @Argument(help: "Photos, or glob patterns in quotes; - reads one photo from standard input.", completion: .file())
  var photos: [String] = []

  @Flag(name: .shortAndLong, help: "Scan folders recursively.")
  var recursive = false

  @Option(
    help: ArgumentHelp("Also scan the photos whose paths are listed in this file, one per line; - is standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @Flag(name: [.customShort("0"), .customLong("null")], help: "The paths of --files-from end with NUL bytes, as from find -print0.")
  var endsWithNUL = false

  @Flag(help: "Only read the barcodes.")
  var noLookup = false

  @Flag(name: .customLong("log"), help: "Log each product found.")
  var logs = false

  @Flag(help: "Print one JSON object per photo, each on its own line.")
  var json = false

  @Option(help: "Number of photos to read in parallel (default: the number of cores).")
  var jobs: Int?

  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Diagnostics") var seeing: SightOptions
  @OptionGroup(title: "Logging") var amount: AmountOptions
  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if photos.isEmpty, filesFrom == nil { throw ValidationError("Name at least one photo, or - for standard input.") }
    if (photos + [filesFrom]).contains("") { throw ValidationError("A photo's or list's name is empty.") }
    if endsWithNUL, filesFrom == nil { throw ValidationError("--null goes with --files-from.") }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256.") }
    if noLookup, logs { throw ValidationError("--log needs the product: leave --no-lookup out.") }
    if (photos + [filesFrom]).count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
  }

  func run() async throws {
    Events.atStart.record(.screenViewed(.scan))
    try await Interrupt.cancelling { [self] _ in try await scan() }
  }

  /// Scans the photos and prints the outcome of each.
  ///
  /// - Throws: `Failures`; `CancellationError` when it was cancelled; errors that prevent the whole scan.
  private func scan() async throws {
    let mayBeMore = recursive || filesFrom != nil
    if mode != .show { try amount.confirm(now: LocalClock.now) }
    var annotated = try seeing.annotate.map { try AnnotatedPhotos($0, of: photos, mayBeMore: mayBeMore, isJSON: json) }
    let list = try PhotoList(
      arguments: photos, descends: recursive, list: filesFrom.map(PhotoSource.init(argument:)), endsWithNUL: endsWithNUL,
      skipsNamedOutput: annotated?.isFolder == true)
    var recipe = reading.recipe
    recipe.isTraced = seeing.explain
    recipe.markup = annotated?.markup
    var session = noLookup ? nil : try ScanSession(library: library.open(), products: products, logging: amount, mode: mode)
    let scans = PhotoScanner(recipe, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount).scan(list)
    var digest = ScanDigest()
    // The hints are the same for many photos, so that each is given once, at the end.
    var failures = Failures { Output.notice("hsync: \($0.message)") }
    var progress = ScanProgress(isShown: !json)
    for await scan in scans {
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
      digest.add(report)
      if session?.offerToLog(report, failures: &failures) == false { break }
      progress.advance(scan, of: scans)
    }
    progress.clear()
    session?.finish(isJSON: json)
    try Task.checkCancellation()
    if !json, let words = digest.words { Output.notice(words) }
    digest.hints.forEach { Output.notice("hint: \($0)") }
    if let words = scans.leftOut.words { Output.notice(words) }
    if digest.photos == 0, recursive || scans.leftOut.count > 0, !photos.isEmpty {
      failures.report(
        CommandError(.no, "there are no photos in \(photos.joined(separator: ", "))", hint: nil))
      Output.notice("hint: \(PhotoFormat.all) are read")
    }
    try failures.throwIfAny()
  }

  private var mode: ScanSession.Mode {
    if logs { return .log }
    return !json && Terminal.isConversation && !photos.contains("-") && filesFrom != "-" ? .ask : .show
  }
}

extension LeftOut {
  /// `skipped 3 non-photo files and 1 picture of a format that isn't read`; `nil` when there was nothing.
  fileprivate var words: String? {
    let parts = [
      others > 0 ? Quantity.count(others, "non-photo file") : nil,
      unsupported > 0
        ? "\(unsupported) \(unsupported == 1 ? "picture of a format that isn't read" : "pictures of formats that aren't read")" : nil,
      annotated > 0 ? "\(Quantity.count(annotated, "picture")) by --annotate" : nil,
    ].compactMap(\.self)
    let all = [parts.dropLast().joined(separator: ", "), parts.last ?? ""].filter { !$0.isEmpty }
    return parts.isEmpty ? nil : "skipped " + all.joined(separator: " and ")
  }
}
