import HealthDesk
import HealthModel
import WeekPlan

/// Planned items as rows, each with a button that ticks it off.
struct PlanRows: Sendable {
  let session: PageSession
  /// The id of the part of the page that a tick changes.
  let part: String

  /// A row.
  ///
  /// - Parameters:
  ///   - about: Small words below the title.
  ///   - page: The address of the item's page, which its title opens; `nil` = none.
  ///   - extra: Controls at its end.
  func row(_ item: PlanItem, about: String, page: String? = nil, extra: HTML? = nil) -> HTML {
    let words: HTML = "<span class=\"name\" dir=\"auto\">\(item.title)</span><span class=\"small soft\">\(about)</span>"
    let shown: HTML =
      page.map { "<a class=\"open\" href=\"\($0)\"><span class=\"grow\">\(words)</span></a>" } ?? "<div class=\"grow\">\(words)</div>"
    return "<li>\(tick(item))\(shown)\(extra)</li>"
  }

  private func tick(_ item: PlanItem) -> HTML {
    """
    <form method="post" action="/plan/done" data-swap="\(part)" data-offline="" data-label="Tick \(item.title)">\(session.field)\
    <input type="hidden" name="item" value="\(item.id)"><button class="tick" name="done" value="\(item.isCompleted ? "0" : "1")" \
    aria-pressed="\(item.isCompleted ? "true" : "false")" aria-label="\(item.words) done"></button></form>
    """
  }
}
