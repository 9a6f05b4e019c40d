import HealthDesk
import HealthModel
import WeekPlan

/// The day at a glance.
struct TodayPage: Sendable {
  let glance: DayGlance
  /// Whether there is a backend to sync with.
  let isSignedIn: Bool
  /// What a form of this page carries.
  let formToken: String

  var page: Page {
    Page(
      title: "Today", above: glance.now.day.words, aside: freshness, state: isEmpty ? .empty : .ready,
      content: """
        <div class="wide"><div>\(TodayCards(week: glance.week).html)\(advice)\(waiting)</div>
        <div>\(planned)\(TodayMeals(menu: glance.menu).html)\(note)</div></div>
        """)
  }

  private var isEmpty: Bool {
    glance.week.allSatisfy { $0 == nil } && glance.menu.meals.isEmpty && glance.menu.plan.items.isEmpty && glance.note == nil
  }

  private var freshness: HTML {
    let words =
      glance.isSyncing ? "Syncing..." : glance.sync.lastOkAtMs.map { "Synced \(Figures.age(of: $0, at: glance.now.ms))" } ?? "Never synced"
    return "<span class=\"chip\" data-freshness>\(words)</span>"
  }

  private var advice: HTML? {
    glance.week.contains { $0 != nil }
      ? nil : "<p class=\"small soft note\">No health data in 7 days. Import some: <code>hsync import FILE</code></p>"
  }

  /// What waits and what went wrong.
  private var waiting: HTML? {
    let sync = glance.sync
    var lines: [HTML] = []
    if !isSignedIn { lines.append("Not signed in to a backend: everything stays on this computer. Sign in: <code>hsync login</code>") }
    if let failure = sync.failure { lines.append("Sync failed: \(failure.error.message)") }
    if sync.pending > 0 {
      let isMore = sync.pending > DayGlance.mostWaiting
      let count = isMore ? "More than \(Figures.count(DayGlance.mostWaiting, "record"))" : Figures.count(sync.pending, "record")
      lines.append("\(count) to sync")
    }
    if sync.lookups > 0 { lines.append("\(Figures.count(sync.lookups, "barcode")) to look up") }
    if sync.refused > 0 { lines.append("\(Figures.count(sync.refused, "record")) refused by the backend: <code>hsync queue</code>") }
    if lines.isEmpty { return nil }
    return """
      <h2>Waiting</h2><section class="card flush" data-part="waiting"><ul class="rows">\(lines.map { "<li><div>\($0)</div></li>" })</ul></section>
      """
  }

  private var planned: HTML {
    let plan = glance.menu.plan
    let rows = plan.items.indices.map { row(plan.items[$0], isDone: plan.isDone($0)) }
    let content: HTML =
      rows.isEmpty ? "<p class=\"soft\">Nothing planned.</p>" : "<ul class=\"rows\">\(rows)</ul>"
    return "<h2>Planned</h2><section class=\"card flush\" data-part=\"plan\">\(content)</section>"
  }

  private func row(_ item: PlanItem, isDone: Bool) -> HTML {
    var kind = "workout"
    if case .meal(let meal) = item.kind { kind = meal.rawValue }
    let state = item.isCompleted ? "done" : isDone ? "eaten" : "planned"
    return """
      <li>\(tick(item))<div class="grow"><bdi>\(item.title)</bdi><span class="small soft">\(kind) · \(state)</span></div></li>
      """
  }

  private func tick(_ item: PlanItem) -> HTML {
    let label = item.isCompleted ? "\(item.words) is done: mark it as planned" : "Mark \(item.words) done"
    let mark: HTML =
      item.isCompleted
      ? """
      <circle cx="13" cy="13" r="10.5" fill="currentColor"/><path class="check" d="M8.5 13.5l3 3 6-6.5"/>
      """ : "<circle cx=\"13\" cy=\"13\" r=\"10.5\"/>"
    return """
      <form method="post" action="/plan/done"><input type="hidden" name="token" value="\(formToken)"><input type="hidden" name="item" \
      value="\(item.id)"><button class="tick" name="done" value="\(item.isCompleted ? "0" : "1")" aria-pressed="\(item.isCompleted ? "true" : "false")" \
      aria-label="\(label)"><svg viewBox="0 0 26 26" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">\(mark)</svg></button></form>
      """
  }

  private var note: HTML? {
    glance.note.map { "<h2>Note</h2><section class=\"card\" data-part=\"note\"><p class=\"text\"><bdi>\($0)</bdi></p></section>" }
  }
}
