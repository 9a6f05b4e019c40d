import HealthDesk
import HealthModel
import WeekPlan

/// The page of one planned item, with forms that rename, move and remove it.
struct PlanItemPage: Sendable {
  let item: PlanItem
  /// The day from which it was opened.
  let day: Day
  let today: Day
  let session: PageSession

  var page: Page {
    Page(
      title: item.words, tab: .plan, above: PlanDates.day(item.day, beside: today), isNarrow: true, session: session,
      content: """
        \(form("rename", "\(title)<button class=\"button\">Save</button>"))\
        \(form("move", "\(target)<button class=\"button plain\">Move</button>"))\
        \(form("remove", "\(remove)"))<p class="row"><a class="chip" href="/plan?day=\(day.description)">Back to the plan</a></p>
        """)
  }

  private var isWeekly: Bool { item.repeats != nil }

  private func form(_ action: String, _ content: HTML) -> HTML {
    """
    <form class="card stack" method="post" action="/plan/\(action)">\(session.field)<input type="hidden" name="item" value="\(item.id)">\
    <input type="hidden" name="day" value="\(day.description)">\(content)</form>
    """
  }

  private var title: HTML {
    """
    <label class="field"><span>Title</span><input name="title" maxlength="\(PlanItem.longestTitle)" value="\(item.title)" required \
    autocomplete="off" dir="auto"></label>\(series("Change"))
    """
  }

  private var target: HTML {
    "<label class=\"field\"><span>Day</span><input type=\"date\" name=\"to\" value=\"\(item.day.description)\" required></label>"
  }

  private var remove: HTML { "\(series("Remove"))<button class=\"button danger\">Remove</button>" }

  private func series(_ verb: String) -> HTML? {
    isWeekly
      ? "<label class=\"check\"><input type=\"checkbox\" name=\"series\" value=\"1\"><span>\(verb) it in all weeks</span></label>" : nil
  }
}
