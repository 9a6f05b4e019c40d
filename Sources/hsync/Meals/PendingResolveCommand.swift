import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync pending resolve`.
struct PendingResolveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Look pending barcodes up now, and log those that were scanned to be logged.",
    discussion: """
      Open Food Facts is asked at most 15 times a minute, about up to 100 barcodes at once; barcodes over the limit stay pending.
      """)

  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let library = try library.open()
    let pending = PendingFood(library)
    let finder = try products.finder(in: library)
    var failures = Failures()
    var attributions: [Attribution?] = []
    let waiting = try pending.list()
    if waiting.isEmpty { Output.line("no barcodes are pending") }
    try await pending.prepare(waiting, with: finder)
    for code in waiting {
      let resolution = try await pending.resolve(code, with: finder)
      if let product = resolution.product {
        attributions.append(product.attribution)
        Output.line("\(code.text)  \(product.headline)")
        product.doubtLines.forEach(Output.line)
      }
      resolution.logged.forEach { Output.line("  " + $0.loggedLine(on: LocalClock.now.day)) }
      if let failure = resolution.failure { failures.report(failure) }
    }
    Attribution.sentences(attributions).forEach(Output.notice)
    try failures.throwIfAny()
  }
}
