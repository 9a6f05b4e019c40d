import HealthDesk
import HealthModel
import Products

/// The page for a barcode's number: the form for a portion of its product, or the reason why none was found and how to log it anyway.
struct FindingPage: Sendable {
  let finding: FoodFinding
  /// The page's own address, with a query.
  let path: String
  let now: Moment
  let session: PageSession
  /// The selected unit; `nil` = the default.
  var unit: TypedMeal.Unit?
  /// The rejected input, shown again in the form.
  var typed = TypedMeal([:])
  var fault: EntryError?
  /// The scan that the number was read in; `nil` = none.
  var tray: String?
  var notices: HTML?

  var page: Page {
    Page(
      title: "Scan", tab: .scan, aside: ScanPage.close, state: fault == nil && notices == nil ? .ready : .error, notices: notices,
      isNarrow: true,
      session: session, content: "<section data-waiting></section>\(content)\(ScanPage.back)")
  }

  private var id: String { RecordID.make(atMs: now.ms) }

  private var content: HTML {
    if let product = finding.product {
      let units = PortionForm.units(of: .product(product))
      if let unit = units.first(where: { $0 == unit }) ?? units.first {
        return PortionForm(
          food: .product(product), unit: unit, path: path, session: session, id: id,
          fields: MealFields(form: "portion", typed: typed, fault: fault), tray: tray
        ).html
      }
      let advice = "The nutrition values of \(product.name) aren't known. Log it by hand with the values on the package."
      return "\(words(advice))\(hand(product))"
    }
    return "\(words(FindingPage.words(finding)))\(whenFound)\(hand(nil))"
  }

  /// Returns the reason why a number has no product, with the next step.
  static func words(_ finding: FoodFinding) -> String {
    switch finding.decision {
    case .known: ""
    case .onlyRead, .unknown(isInStore: true):
      """
      No product was found for \(finding.text). It is an in-store code: only the shop knows its product.\
      \(finding.gtin.mayHoldMeasure ? " It may contain a weight or a price." : "") Log it by hand.
      """
    case .unknown(isInStore: false): "No product was found for \(finding.text). Log it by hand with the values on the package."
    case .pending: "\(finding.failure?.sentence.sentence ?? "") You can log it now anyway."
    }
  }

  private func words(_ text: String) -> HTML { "<p class=\"banner warn name\" dir=\"auto\">\(text)</p>" }

  /// The form that logs the usual portion once the number has been looked up.
  private var whenFound: HTML? {
    guard case .pending = finding.decision else { return nil }
    let scan: HTML? = tray.map { "<input type=\"hidden\" name=\"tray\" value=\"\($0)\">" }
    return """
      <form class="row" method="post" action="/log" data-swap="main" data-offline="code" data-label="Log">\(session.entry(id: id))\(scan)\
      <input type="hidden" name="code" value="\(finding.gtin.description)"><button class="button" data-busy="Logging...">Log it once it is found</button></form>
      """
  }

  private func hand(_ product: Product?) -> HTML {
    let known: [TypedMeal.Field: String] = [.title: product?.name ?? "", .brand: product?.brand ?? ""]
    return HandForm(
      session: session, id: id, fields: MealFields(form: "hand", typed: typed == TypedMeal([:]) ? TypedMeal(known) : typed, fault: fault),
      gtin: finding.gtin, tray: tray
    ).html
  }
}
