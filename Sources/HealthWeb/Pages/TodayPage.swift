import HealthDesk
import HealthModel
import WeekPlan

/// The page of a day: its figures, plan, meals and sync.
struct TodayPage: Sendable {
  let glance: DayGlance
  /// The diet plan of the day; `nil` = none runs.
  var diet: DietCard?
  /// Whether there is a backend to sync with.
  let isSignedIn: Bool
  /// The number of edits that lost against newer ones of other devices.
  let lostEdits: Int
  /// The user's own web app; `nil` = there is none.
  let mirror: MirrorLink?
  let session: PageSession
  var notices: HTML?

  var page: Page {
    Page(
      title: "Today", tab: .today, above: PlanDates.inFull(glance.now.day), aside: sync, state: isEmpty ? .empty : .ready, notices: notices,
      session: session,
      content: """
        <section data-waiting></section><div class="wide"><div>\(advice)\(diet?.html)\(TodayCards(day: glance.now.day, week: glance.week).html)\(waiting)</div>\
        <div>\(planned)\(laundry)\(eaten)\(note)</div></div>\
        <div class="row"><a class="chip" href="/scan">Open Scanner</a><a class="chip" href="/plan">Go to Planner</a>\
        <a class="chip" href="/trends">Trends</a><a class="chip" href="/day/\(glance.now.day.description)">Sources of the day</a>\
        <a class="chip" href="/diet">Diet</a><a class="chip" href="/go">Go</a><a class="chip" href="/laundry">Laundry</a>\(ownApp)</div>
        """)
  }

  private var isEmpty: Bool {
    glance.week.allSatisfy { $0 == nil } && glance.menu.meals.isEmpty && glance.menu.plan.items.isEmpty && glance.note == nil
  }

  private var sync: HTML {
    let isSyncing = glance.isSyncing
    let words = glance.sync.lastOkAtMs.map { "Synced \(Age(of: $0, at: glance.now.ms).words)" } ?? "Never synced"
    let state: HTML = isSyncing ? " disabled" : ""
    return """
      <form method="post" action="/sync" data-swap="main sync" class="row" id="sync" data-live>\(session.field)<span class="small soft" \
      data-freshness>\(words)</span><button class="chip" data-busy="Syncing..."\(state)>\(isSyncing ? "Syncing..." : "Sync Now")</button></form>
      """
  }

  private var advice: HTML? {
    guard let prompt = glance.prompt else { return nil }
    let isUnconnected = if case .notConnected = prompt { true } else { false }
    let (title, text): (String, HTML) =
      switch prompt {
      case .notConnected(nil): ("No health data yet", "Connect a source to see steps, workouts and sleep. Food and plan work without one.")
      case .notConnected(let newest?):
        (
          "No health data in 7 days",
          "The latest is of \(PlanDates.inFull(newest, withYear: true)). Import a newer export, or connect a source."
        )
      case .denied(let folders):
        (
          "Not granted",
          "\(folders.map { "<span class=\"name\" dir=\"auto\">\($0.path)</span> can't be read. " as HTML })What was imported before is kept; food and plan still work."
        )
      case .noData(nil): ("No health data in 7 days", "The connected sources have no data yet. Sync Now reads the folders again.")
      case .noData(let newest?):
        (
          "No health data in 7 days",
          "The connected sources have no new data; the latest is of \(PlanDates.inFull(newest, withYear: true)). Sync Now reads the folders again."
        )
      }
    return """
      <section class="card tight" id="access" data-live><h2 class="title">\(title)</h2><p>\(text)</p>\
      <p><a class="button" href="/settings">\(isUnconnected ? "Connect a source" : "Health access")</a></p></section>
      """
  }

  private var ownApp: HTML? {
    guard let mirror, session.shown.mirror else { return nil }
    return """
      <a class="chip" href="/mirror" target="_blank" rel="noopener noreferrer">Open Web Mirror<span class="hide">, \(mirror.origin), in a new \
      tab</span></a>
      """
  }

  /// The list of pending lookups and failures; `nil` = there are none.
  private var waiting: HTML? {
    let sync = glance.sync
    var lines: [HTML] = []
    if !isSignedIn { lines.append("Not signed in to a backend: everything stays on this computer.") }
    if let failure = sync.failure { lines.append("<strong>Sync Failed</strong> \(failure.error.message.sentence)") }
    if sync.pending > 0 {
      let isMore = sync.pending > DayGlance.mostWaiting
      let count = isMore ? "More than \(Quantity.count(DayGlance.mostWaiting, "record"))" : Quantity.count(sync.pending, "record")
      lines.append("\(count) to sync")
    }
    if sync.lookups > 0 { lines.append("<a href=\"/scan\">\(Quantity.count(sync.lookups, "barcode")) to look up</a>") }
    if sync.refused > 0 {
      lines.append("<a href=\"/waiting#refused\">\(Quantity.count(sync.refused, "record")) refused by the backend</a>")
    }
    if lostEdits > 0 { lines.append("<a href=\"/waiting#lost\">\(Quantity.count(lostEdits, "edit")) replaced by another device</a>") }
    if lines.isEmpty { return nil }
    return """
      <section id="waiting" data-live><h2>Pending</h2><div class="card"><ul class="rows">\
      \(lines.map { "<li><div class=\"grow\">\($0)</div></li>" })</ul></div></section>
      """
  }

  private var planned: HTML {
    let plan = glance.menu.plan
    let shown = PlanRows(session: session, part: "planned")
    let rows = plan.items.indices.map { index -> HTML in
      let item = plan.items[index]
      let kind = item.kind.meal?.rawValue ?? "workout"
      return shown.row(item, about: "\(kind) · \(item.isCompleted ? "done" : plan.isDone(index) ? "eaten" : "planned")")
    }
    let content: HTML =
      rows.isEmpty
      ? "<div class=\"card empty\"><p>Nothing planned.</p><div class=\"row\"><a class=\"chip\" href=\"/plan\">Go to Planner</a></div></div>"
      : "<div class=\"card\"><ul class=\"rows\">\(rows)</ul></div>"
    return "<section id=\"planned\" data-live><h2>Planned</h2>\(content)</section>"
  }

  /// The laundry pets that need something; `nil` = there are no pets.
  private var laundry: HTML? {
    guard let laundry = glance.laundry else { return nil }
    let rows = laundry.urgent.prefix(TodayPage.mostPets).map { pet -> HTML in
      """
      <li><a class="open" href="\(pet.path)"><span class="grow"><span class="name" dir="auto">\(pet.pet.name)</span>\
      <span class="small soft">\(pet.state)</span></span></a></li>
      """
    }
    let rest = laundry.urgent.count - rows.count
    let words =
      rows.isEmpty
      ? "\(Quantity.count(laundry.count, "pet")), nothing to do" : rest > 0 ? "\(rest) more" : "All \(Quantity.count(laundry.count, "pet"))"
    return """
      <section id="laundry" data-live><h2>Laundry</h2><div class="card"><ul class="rows">\(rows)<li><a class="open" href="/laundry">\
      <span class="grow">\(words)</span></a></li></ul></div></section>
      """
  }

  /// The most pets that are listed.
  private static let mostPets = 3

  private var eaten: HTML {
    let menu = glance.menu
    let content: HTML =
      menu.meals.isEmpty
      ? """
      <div class="card empty"><p>No meals yet</p><div class="row"><a class="chip" href="/scan">Open Scanner</a>\
      <a class="chip" href="/food">Log by hand</a></div></div>
      """ : "<div class=\"card\"><ul class=\"rows\">\(menu.meals.map { MealRows.row($0) })\(total)</ul></div>"
    return "<section id=\"eaten\" data-live><h2>Eaten</h2>\(content)</section>"
  }

  private var total: HTML {
    """
    <li data-part="total"><div class="grow"><b>Total</b><span class="small soft">\(Quantity.macros(glance.menu.total))</span>\
    \(MealRows.unknown(glance.menu))</div><b class="num">\(MealRows.total(glance.menu))</b></li>
    """
  }

  private var note: HTML? {
    glance.note.map { "<section id=\"note\" data-live><h2>Note</h2><p class=\"card name\" dir=\"auto\">\($0)</p></section>" }
  }
}
