import ArgumentParser
import HealthModel
import HealthStore
import Products

/// `hsync pending resolve`.
struct PendingResolveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Look them up now, and log those that were scanned to be logged.",
    discussion: "At most 15 a minute are asked of Open Food Facts; what is over the limit keeps waiting.")

  @OptionGroup(title: "Products") var products: ProductOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let library = try library.open()
    let pending = PendingLookups(library)
    let lookup = try products.lookup(in: library)
    var failures = Failures()
    var showsOpenFoodFacts = false
    let waiting = try pending.list()
    if waiting.isEmpty { Output.line("nothing waits to be looked up") }
    for code in waiting {
      switch try await lookup.answer(for: code.gtin) {
      case .found(let product):
        showsOpenFoodFacts = showsOpenFoodFacts || product.isFromOpenFoodFacts
        Output.line("\(code.text)  \(product.headline)")
        product.doubtLines.forEach(Output.line)
        do {
          let now = LocalClock.now
          let meals = try code.wishes.map { try Meal($0, of: product, now: now) }
          try MealLog(library).log(meals, resolving: code.gtin, at: now)
          try pending.settle(code.gtin)
          meals.forEach { Output.line("  " + $0.loggedLine) }
        } catch let error as any UserFacingError {
          // The product is known but not how much of what it is: the wishes wait for a better answer, or to be dropped.
          try pending.add(code.gtin, text: code.text, reason: error.message, atMs: code.atMs)
          failures.report(error)
        }
      case .notFound:
        let error = CommandError.unknownProduct(code.text)
        try pending.add(code.gtin, text: code.text, reason: error.message, atMs: code.atMs)
        try pending.settle(code.gtin)
        failures.report(error)
      case .unavailable(let trouble):
        try pending.add(code.gtin, text: code.text, reason: trouble.sentence, atMs: code.atMs)
        failures.report(CommandError.kept(code.text, trouble))
      }
    }
    if showsOpenFoodFacts { Output.notice(Attribution.openFoodFacts) }
    try failures.throwIfAny()
  }
}
