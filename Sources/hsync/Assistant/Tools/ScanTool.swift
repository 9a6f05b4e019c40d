import AssistantProtocol
import FoodScan
import HealthDesk
import HealthModel
import HealthStore
import Products
import Settings
import Usage

/// The barcodes in a photo and their products. Nothing is logged.
struct ScanTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "scan_photo", title: "Scan a photo",
      description:
        "Reads the barcodes in a photo below the folders that the user named, and looks the products up. Logs nothing: the tool log "
        + "takes the number in gtin. A code in uncertain was nearly read and isn't to be used.",
      arguments: [ToolArgument("path", .text(most: 4096), required: true, "The photo's path, absolute or below the first folder.")],
      output: OutputSchema.object([
        ("photo", OutputSchema.text("its path")), ("barcodes", OutputSchema.list("symbology, gtin, lookup and product of each")),
        ("uncertain", OutputSchema.list("codes that were nearly read")),
        ("other_codes", OutputSchema.list("codes without a product number")),
        ("product", OutputSchema.record("the first product", optional: true)),
        ("error", OutputSchema.record("why there is no product", optional: true)),
      ]), isOpenWorld: true)
  }

  func run(_ arguments: JSON, in session: AssistantSession) async throws -> ToolAnswer {
    let photo = try session.photos.open(arguments["path"].string ?? "")
    var report = PhotoReport(photo: photo.path)
    for await scan in PhotoScanner(ScanRecipe(), jobs: 1).scan([.file(photo.openPath)]) {
      switch scan.outcome {
      case .failure(let error):
        throw CommandError(
          error.kind, error.message.replacing(photo.openPath, with: photo.path),
          hint: error.advice?.replacing(photo.openPath, with: photo.path))
      case .success(let reading): report.add(reading, isExplained: false)
      }
    }
    if report.finds.isEmpty {
      report.fail(CommandError(.no, "no barcode in \(photo.path)", hint: "a sharper photo, closer and in better light"))
    }
    let finder = try session.finder(in: session.open())
    var attributions: [Attribution?] = []
    for index in report.finds.indices {
      let barcode = report.finds[index].barcode
      let finding = try await finder.look(up: barcode.gtin, text: barcode.text)
      report.finds[index].finding = finding
      attributions.append(finding.product?.attribution)
      switch finding.decision {
      case .pending(let trouble):
        report.fail(CommandError(trouble.kind, "\(barcode.text) could not be looked up: \(trouble.sentence(by: LocalClock.wall))"))
      case .known, .onlyRead, .unknown: if let failure = finding.failure { report.fail(failure) }
      }
    }
    let errors = report.errors.map { error in [error.message] + (error.advice.map { ["hint: \($0)"] } ?? []) }.flatMap(\.self)
    let lines = report.lines + report.notices + errors + Attribution.sentences(attributions)
    return ToolAnswer(lines.map(\.printable).joined(separator: "\n"), report.json)
  }
}
