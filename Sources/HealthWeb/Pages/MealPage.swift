import HealthDesk
import HealthModel
import WeekPlan

/// One meal: to be changed, logged again or deleted.
struct MealPage: Sendable {
  let meal: Meal
  let now: Moment
  let session: PageSession
  /// Why what was typed isn't taken; `nil` = nothing was.
  var wrong: (reason: String, typed: Form)?

  var page: Page {
    Page(
      title: meal.name, tab: .food, above: "\(PlanDates.day(meal.eatenAt.day, beside: now.day)), \(meal.eatenAt.clock)",
      state: wrong == nil ? .ready : .error, isNarrow: true, session: session,
      content: """
        \(alert)<form class="card stack" method="post" action="/food/\(meal.id)">\(session.field)\
        \(MealForm(session: session, now: now, typed: wrong?.typed).fields(meal))\(time)<button class="button">Save</button></form>\
        <form class="card" method="post" action="/food/\(meal.id)/delete">\(session.field)<button class="button danger">Delete</button></form>\
        \(source)<p class="row"><a class="chip" href="/food">Back to food</a></p>
        """)
  }

  private var alert: HTML? { wrong.map { "<p class=\"banner bad\" role=\"alert\">\($0.reason.sentence)</p>" } }

  private var time: HTML {
    let typed = wrong?.typed["time"] ?? "\(meal.eatenAt.day.description)T\(meal.eatenAt.clock)"
    return "<label class=\"field\"><span>When</span><input type=\"datetime-local\" name=\"time\" value=\"\(typed)\"></label>"
  }

  private var source: HTML? {
    meal.gtin.map { "<p class=\"small soft\">Number \($0.description), \(Figures.macros(meal.nutrition))</p>" }
  }
}
