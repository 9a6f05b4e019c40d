import ArgumentParser
import FoodScan
import HealthModel
import HealthStore

/// `hsync pending`: barcodes that could not be looked up yet.
struct Pending: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the barcodes that could not be looked up yet; try them again.",
    subcommands: [PendingList.self, PendingResolve.self, PendingDrop.self],
    defaultSubcommand: PendingList.self)
}

/// `hsync pending list`.
struct PendingList: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List them, oldest first.")

  @Flag(help: "One JSON object per code and line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let waiting = try PendingLookups(library.open()).list()
    var columns = Columns([.left, .left, .left, .left])
    for code in waiting {
      let since = LocalClock.moment(atMs: code.atMs)
      if json {
        Output.json(
          .object([
            ("gtin", .string(code.gtin.description)), ("text", .string(code.text)), ("reason", .string(code.reason)),
            ("since_ms", JSON(code.atMs)), ("wishes", .array(code.wishes.map(\.json))),
          ]))
      } else {
        let wishes = code.wishes.isEmpty ? "" : "to be logged" + (code.wishes.count > 1 ? " \(code.wishes.count) times" : "")
        columns.add([code.text, "\(since.day) \(since.clock)", wishes, code.reason])
      }
    }
    columns.lines().forEach(Output.line)
    if waiting.isEmpty, !json { Output.line("nothing waits to be looked up") }
  }
}

/// `hsync pending resolve`.
struct PendingResolve: AsyncParsableCommand {
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

/// `hsync pending drop`.
struct PendingDrop: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "drop", abstract: "Forget codes that wait.")

  @Argument(help: "The codes' digits.")
  var codes: [String]

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let pending = try PendingLookups(library.open())
    let waiting = try pending.list()
    var failures = Failures()
    for code in codes {
      let readings = GTIN.readings(of: code)
      let matches = waiting.filter { readings.contains($0.gtin) || $0.text == code }
      for match in matches { try pending.remove(match.gtin) }
      if matches.isEmpty { failures.report(CommandError(.no, "\(code) doesn't wait to be looked up", hint: "see them all: hsync pending")) }
    }
    try failures.throwIfAny()
  }
}
