/// A main page, as listed in the tab bar.
enum Tab: String, CaseIterable, Sendable {
  case today
  case plan
  case scan
  case food
  case more

  var path: String {
    switch self {
    case .today: "/"
    case .more: "/settings"
    case .plan, .scan, .food: "/\(rawValue)"
    }
  }

  private var title: String { rawValue.asTitle }

  private var icon: Icon {
    switch self {
    case .today: .today
    case .plan: .plan
    case .scan: .scan
    case .food: .food
    case .more: .more
    }
  }

  private func isIn(_ shown: WebSettings.ShownParts) -> Bool {
    switch self {
    case .today, .food: true
    case .plan: shown.plan
    case .scan: shown.scan
    case .more: shown.settings
    }
  }

  /// Returns the bar of the tabs that are shown, with one tab marked as current.
  static func bar(current: Tab?, _ shown: WebSettings.ShownParts) -> HTML {
    let links = allCases.filter { $0.isIn(shown) }.map { tab -> HTML in
      let mark: HTML = tab == current ? " aria-current=\"page\"" : ""
      return "<a href=\"\(tab.path)\" class=\"\(tab.rawValue)\"\(mark)><span>\(tab.icon.html)</span>\(tab.title)</a>"
    }
    return "<nav class=\"tabs\" aria-label=\"Main\">\(links)</nav>"
  }
}
