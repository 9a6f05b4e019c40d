import DietPlan
import HealthDesk
import HealthModel

/// The plan on the page of today: streak, eating window, weight prompt, ring, macronutrients, weight.
struct DietCard: Sendable {
  let glance: DietGlance
  let weightUnit: WebSettings.WeightUnit
  let session: PageSession

  private var day: DietDay { glance.day }
  private var words: DietWords { DietWords(weight: weightUnit.words) }

  var html: HTML {
    """
    <section id="diet" data-live><h2>\(sign)\(DietWords.headline(day))</h2>\(news)<p class="small">\(streak)\(window)</p>\
    \(prompt)\(DietRing(day: day, today: glance.today).html)\(weight)<div class="row"><a class="button" href="/food">Log Meal</a>\
    <a class="chip" href="/meals">Today's meals</a><a class="chip" href="/diet">Progress</a><a class="chip" href="/diet/learn">Learn</a></div></section>
    """
  }

  private var sign: String { day.phase.map { DietWords.sign($0) + " " } ?? "" }

  private var streak: HTML {
    let shade: HTML = day.streak.isLoggedToday ? "" : " class=\"soft\""
    return """
      <a\(shade) href="/diet/why/streak" aria-label="Logging streak: \(Quantity.count(day.streak.days, "day"))">\
      \(DietWords.streak(day.streak))</a>
      """
  }

  private var window: HTML? {
    glance.profile.window.map {
      " · \(DietWords.window($0)) <a href=\"/diet/setup?step=window\" aria-label=\"Edit the eating window\">Edit</a>"
    }
  }

  private var prompt: HTML? {
    guard day.weight.wantsWeight, day.state.isActive else { return nil }
    return """
      <p class="banner wait between"><span>⚖️ Log today's weight to track progress</span><a class="button" href="/diet/weight">Log Weight</a></p>
      """
  }

  private var weight: HTML {
    guard let kg = day.weight.kg else {
      return
        "<a class=\"card metric\" href=\"/diet/weight\"><span class=\"small soft\">weight</span><b>Not weighed today</b><span class=\"small soft\">Tap to log your weight</span></a>"
    }
    let average = day.weight.averageKg.map { "average \(weightUnit.words($0))" } ?? ""
    let trend: HTML? = day.weight.trendKg.map { " · <a href=\"/diet/why/trend\">\(weightUnit.words($0))</a>" }
    return """
      <div class="card metric"><span class="small soft">weight</span><b class="num">\(weightUnit.words(kg))</b>\
      <p class="small soft">\(average)\(trend)</p></div>
      """
  }

  /// Milestones, celebrations, the review, and the explanation that is due.
  private var news: HTML? {
    var lines = glance.announcements.map { milestone, sentence -> HTML in "<p>\(sentence)\(more(milestone))</p>" }
    lines += day.celebrations.compactMap(words.words).map { "<p>\($0)</p>" }
    if let review = glance.review {
      lines.append("<ul class=\"rows\">\(words.lines(review).map { "<li><div class=\"grow\">\($0)</div></li>" as HTML })</ul>")
    }
    if let lesson = glance.lesson {
      lines.append("<p><a href=\"/diet/why/\(lesson.rawValue)\">\(DietWords.title(lesson, goal: day.goal))</a></p>")
    }
    if lines.isEmpty { return nil }
    if glance.milestones.contains(where: { $0 != .checkIn }) {
      lines.append(
        """
        <form method="post" action="/diet/seen" data-swap="main">\(session.field)<button class="chip">Got it</button></form>
        """)
    }
    return """
      <div class="card tight"><p class="small soft row">\(lion.html)<span>\(DietLion.sentence(for: day))</span></p>\(lines)</div>
      """
  }

  private var lion: LionFace {
    LionFace(day, isMilestone: glance.milestones.contains { $0 != .checkIn })
  }

  private func more(_ milestone: DietMilestone) -> HTML? {
    switch milestone {
    case .checkIn:
      return """
        </p><form method="post" action="/diet/check-in" data-swap="main" class="row">\(session.field)<button class="chip" name="answer" value="1">I'm in</button>\
        <button class="chip" name="answer" value="0">Not sure</button><a href="/diet/why/gentle_start">The science</a></form><p>
        """
    case .maintenanceBegins: return " <a href=\"/diet/why/metabolic_adaptation\" aria-label=\"MATADOR Phase Switch\">ℹ️ Why?</a>"
    case .dietBegins: return " <a href=\"/diet/why/phase\" aria-label=\"MATADOR Phase Switch\">ℹ️ Why?</a>"
    case .cycleCompleted, .review: return nil
    }
  }
}
