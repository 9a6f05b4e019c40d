import DietPlan
import HealthDesk
import HealthModel

/// An explanation: bullets with the day's numbers, the cycle, and the study on request.
struct DietWhyPage: Sendable {
  let why: DietWhy
  let words: DietWords
  let session: PageSession

  var page: Page {
    let title = DietWords.title(why.topic, goal: why.goal)
    return Page(
      title: title, tab: .today, above: "Learn", isNarrow: true, session: session,
      content: """
        <section class="card stack">\(LionFace.glasses.html)<ul class="rows">\(words.bullets(why).map { "<li><div class=\"grow\">\($0)</div></li>" as HTML })</ul>\(cycle)\(studies)\
        <div class="row"><a class="button" href="/">Got it</a><a class="chip" href="/diet/learn">All topics</a></div></section>
        """)
  }

  /// The days of a cycle as text: pictures would say no more.
  private var cycle: HTML? {
    guard why.goal == .lose, [.phase, .gentleStart, .phaseDates, .adaptation, .target].contains(why.topic) else { return nil }
    return """
      <ol class="rows"><li><div class="grow"><b>🌱 Days 1–7</b><span class="small soft">gentle start, in the first cycle</span></div></li>\
      <li><div class="grow"><b>🔥 Days 8–14</b><span class="small soft">diet (days 1–14 in later cycles)</span></div></li>\
      <li><div class="grow"><b>🌱 Days 15–28</b><span class="small soft">maintenance</span></div></li></ol>
      """
  }

  private var studies: HTML? {
    if why.studies.isEmpty { return nil }
    let cited = why.studies.map { study -> HTML in
      let link: HTML? = study.doi.map { " <a href=\"https://doi.org/\($0)\" rel=\"noreferrer\">doi:\($0)</a>" }
      let place = study.place.map { " \($0)" } ?? ""
      return "<p class=\"small\">\(study.authors) \(study.year). \(study.title). \(study.journal)\(place).\(link)</p>"
    }
    return "<details><summary>Learn More</summary>\(cited)</details>"
  }
}

/// The list of what is explained.
struct DietLearnPage: Sendable {
  let goal: DietGoal
  let seen: Set<DietTopic>
  let session: PageSession

  var page: Page {
    let rows = DietTopic.allCases.map { topic -> HTML in
      let mark = seen.contains(topic) ? "read" : ""
      return """
        <li><a class="open" href="/diet/why/\(topic.rawValue)"><span class="grow">\(DietWords.title(topic, goal: goal))</span></a><span class="small soft">\(mark)</span></li>
        """
    }
    return Page(
      title: "Learn", tab: .today, isNarrow: true, session: session,
      content: "<section class=\"card\"><ul class=\"rows\">\(rows)</ul></section><p><a class=\"button plain\" href=\"/diet\">Diet</a></p>")
  }
}
