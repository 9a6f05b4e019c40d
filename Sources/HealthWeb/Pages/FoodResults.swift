import HealthDesk
import HealthModel
import Products

/// The foods that a search by name found: the first ones, and more on demand.
struct FoodResults: Sendable {
  /// The text that was searched for.
  let query: String
  /// Own and logged foods, and those of the catalogue.
  let matches: FoodPage.Matches
  /// Products of the product file.
  let shelf: FoodPage.Shelf
  /// The number of rows to show.
  let shown: Int
  let rows: FoodRows

  /// The number of rows that a search shows at first, and adds on demand.
  static let step = 10
  /// The largest number of rows on a page.
  static let most = FoodPage.mostFound + 2 * FoodPage.mostProducts

  /// A place where foods are found, in the order in which they are shown.
  private enum Place: String, CaseIterable {
    case own = "Your own foods"
    case logged = "Logged before"
    case file = "In the product file"
    case catalogue = "In the catalogue"
  }

  private struct Result {
    let place: Place
    let food: LoggableFood
    var about: String?
  }

  var html: HTML {
    let all = results
    let first = all.prefix(shown)
    guard !first.isEmpty else { return nothing }
    let lists = Place.allCases.compactMap { place -> HTML? in
      let found = first.filter { $0.place == place }
      if found.isEmpty { return nil }
      return "<h2>\(place.rawValue)</h2><ul class=\"rows card\">\(found.map { rows.row($0.food, about: $0.about) })</ul>"
    }
    let attribution: HTML? = HTML.attribution(first.filter { $0.place == .catalogue }.map(\.food.attribution))
    return """
      \(faults)\(correction)<p class="small soft">\(Quantity.count(first.count, "result")) found\(all.count > shown ? ", and more" : "")</p>\
      \(lists)\(more(all.count))<p><a class="text" href="#by-hand">Food not found? Try manual entry</a></p>\(attribution)
      """
  }

  /// The foods in order, each once.
  private var results: [Result] {
    let known = Set(matches.hits.filter { $0.origin != .catalogue }.compactMap(\.gtin))
    let products = shelf.products.filter { !known.contains($0.gtin) }
    let shelved = Set(products.map(\.gtin))
    var (mine, catalogue): ([Result], [Result]) = ([], [])
    for hit in matches.hits {
      switch hit.food {
      case .own(let food):
        // One with a barcode is logged as its product.
        mine.append(Result(place: .own, food: Product(own: food).map(LoggableFood.product) ?? .own(food)))
      case .entry(let meal): mine.append(Result(place: .logged, food: .entry(meal), about: "last on \(meal.eatenAt.day)"))
      // Those of the product file come from the shelf.
      case .file: continue
      case .catalogue:
        guard catalogue.count < FoodPage.mostProducts, let product = hit.product, !shelved.contains(product.gtin) else { continue }
        catalogue.append(Result(place: .catalogue, food: .product(product)))
      }
    }
    let own = mine.filter { $0.place == .own } + mine.filter { $0.place == .logged }
    return own + products.map { Result(place: .file, food: .product($0)) } + catalogue
  }

  private func more(_ count: Int) -> HTML? {
    guard count > shown else { return nil }
    return """
      <p class="row"><a class="chip" href="/food?q=\(query.inQuery)&amp;show=\(shown + FoodResults.step)" data-swap="found">More results</a></p>
      """
  }

  /// The reasons why a place couldn't be searched; empty = all were.
  private var faults: [HTML] {
    [
      shelf.fault.map { HTML.failed("The product file can't be searched.", ImportPage.sentences($0)) },
      matches.fault.map { HTML.failed("The catalogue can't be searched.", ImportPage.sentences($0)) },
    ].compactMap(\.self)
  }

  private var correction: HTML? {
    matches.correction.map { "<p class=\"small soft\">Also searched for “<span dir=\"auto\">\($0)</span>”</p>" }
  }

  private var nothing: HTML {
    let hasFailed = !faults.isEmpty
    let advice: HTML =
      hasFailed
      ? "<p><a class=\"text\" href=\"#by-hand\">Search unavailable, use manual entry</a></p>"
      : """
      <p>Nothing found for “<span dir="auto">\(query)</span>”.</p>\
      <p><a class="text" href="#by-hand">Food not found? Try manual entry</a></p>
      """
    return "\(faults)<h2>Found</h2><div class=\"card empty\">\(advice)\(lookUp)</div>"
  }

  /// A link that looks up the searched digits as a barcode; `nil` = the search isn't for digits.
  private var lookUp: HTML? {
    guard (try? TypedBarcode(query)) != nil else { return nil }
    return "<div class=\"row\"><a class=\"chip\" href=\"/scan/code?code=\(query.inQuery)\">Look up the number</a></div>"
  }
}
