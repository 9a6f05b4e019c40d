import HealthDesk
import HealthModel
import WeekPlan

/// The forms that add to a day of the plan: chips for frequent items, and fields for a typed one.
struct PlanForms: Sendable {
  let day: Day
  let now: Moment
  let chips: QuickChips
  let session: PageSession
  /// The rejected input of the form for a typed item.
  let typed: TypedPlanItem
  let fault: TypedPlanItem.Fault?

  var html: HTML { "\(quick)\(own)" }

  /// - Parameters:
  ///   - parts: What an addition changes on the page, by ids.
  ///   - attributes: Further attributes of the form.
  private func form(_ content: HTML, parts: String, _ attributes: HTML) -> HTML {
    """
    <form method="post" action="/plan/add" data-swap="\(parts)" data-offline="title" data-label="Plan"\(attributes)>\
    \(session.entry(id: RecordID.make(atMs: now.ms)))<input type="hidden" name="day" value="\(day.description)">\(content)</form>
    """
  }

  private var quick: HTML? {
    let workouts = scroll("Quick workouts", chips.chips.filter { $0.kind == .workout })
    let meals = scroll("Quick meals", chips.chips.filter { $0.kind != .workout })
    return workouts == nil && meals == nil ? nil : "<section><h2>Add in one tap</h2>\(workouts)\(meals)</section>"
  }

  private func scroll(_ name: String, _ chips: [QuickChips.Chip]) -> HTML? {
    if chips.isEmpty { return nil }
    let forms = chips.map { chip in
      form(
        """
        <input type="hidden" name="kind" value="\(PlanForms.word(chip.kind))"><button class="chip" name="title" value="\(chip.title)">\
        + \(chip.title)</button>
        """, parts: PlanDayCard.parts, "")
    }
    return "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"\(name)\">\(forms)</div>"
  }

  private var own: HTML {
    let kinds = [PlanItem.Kind.workout] + PlannedMeal.allCases.map(PlanItem.Kind.meal)
    let choices = kinds.map { kind -> HTML in
      let mark: HTML = kind == typed.kind ? " checked" : ""
      let word = PlanForms.word(kind)
      return "<label class=\"chip\"><input type=\"radio\" name=\"kind\" value=\"\(word)\"\(mark)>\(word.asTitle)</label>"
    }
    let weekly: HTML = typed.isWeekly ? " checked" : ""
    return "<section><h2 id=\"own-title\">Add another item</h2>"
      + form(
        """
        <label class="field"><span>Title</span><input name="title" value="\(typed.title)" maxlength="\(PlanItem.longestTitle)" \
        autocomplete="off" dir="auto"\(marks(.title))></label>\(wrong(.title))<p class="hint">A meal without a title is named after its kind.</p>\
        <fieldset><legend>Kind</legend><div class="row">\(choices)</div></fieldset><label class="check"><input type="checkbox" name="weekly" \
        value="1"\(weekly)><span>Every \(PlanDates.weekday(day)), from this day on</span></label><label class="field"><span>Last day \
        (optional)</span><input type="date" name="until" value="\(typed.until)" min="\(day.description)"\(marks(.until))></label>\(wrong(.until))\
        <button class="button">Add</button>
        """, parts: "main", " class=\"card stack\" aria-labelledby=\"own-title\" novalidate") + "</section>"
  }

  private func wrong(_ field: TypedPlanItem.Field) -> HTML? {
    guard let fault, fault.field == field else { return nil }
    return "<p class=\"wrong\" id=\"own-wrong\" role=\"alert\">\(fault.message)</p>"
  }

  private func marks(_ field: TypedPlanItem.Field) -> HTML {
    fault?.field == field ? " aria-invalid=\"true\" aria-describedby=\"own-wrong\"" : ""
  }

  // MARK: - Kinds

  /// The word for a kind in forms: `workout`, `dinner`.
  static func word(_ kind: PlanItem.Kind) -> String { kind.meal?.rawValue ?? kind.type }

  /// The kind of a word; `nil` = there is none.
  static func kind(_ word: String) -> PlanItem.Kind? {
    word == PlanItem.Kind.workout.type ? .workout : PlannedMeal(rawValue: word).map(PlanItem.Kind.meal)
  }
}
