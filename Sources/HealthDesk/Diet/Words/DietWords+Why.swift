import DietPlan
import HealthModel

/// The explanations in words: a title, a few bullets with the numbers of the day, and the publications that they cite.
extension DietWords {
  /// The question that a topic answers.
  package static func title(_ topic: DietTopic, goal: DietGoal = .lose) -> String {
    switch topic {
    case .phase: "What is a phase?"
    case .gentleStart: "Week 1 starts gentle. Why?"
    case .tdee: "Where does my maintenance energy come from?"
    case .macros: "Where do my macro goals come from?"
    case .threshold: "When is a smiley green?"
    case .window: "Why an eating window?"
    case .streak: "What counts for the streak?"
    case .target: "Why is this my target today?"
    case .phaseDates: "When do my calories change?"
    case .adaptation: goal == .lose ? "Why am I eating more now?" : "What is metabolic adaptation?"
    case .ring: "What does the ring show?"
    case .trend: "What is the trend?"
    }
  }

  /// The answer, a sentence each.
  package func bullets(_ why: DietWhy) -> [String] {
    switch why.facts {
    case .phase(let state, let diet, let maintenance): DietWords.phase(state, diet, maintenance)
    case .gentleStart(let days, let kcal, let then, let isOver):
      [
        "The first \(days) days \(isOver ? "ran" : "run") at maintenance: \(DietWords.kcal(kcal)).",
        "Diet days then have \(DietWords.kcal(then)).",
        "You get used to logging before the calories fall, so that only one thing changes at a time.",
        "It comes once, in the first cycle; the study began each block at full strength.",
      ]
    case .none: ["This doesn't apply to your goal, \(DietWords.name(why.goal))."]
    case .tdee(let need): tdee(need)
    case .macros(let goals, let target, let protein, let fat): macros(goals, target, protein, fat)
    case .threshold(let happy, let neutral):
      [
        "😊 from \(DietWords.number(happy)) % of the goal on, 😐 from \(DietWords.number(neutral)) %, 😞 below.",
        "More than 100 % stays 😊: these goals are to be reached.",
        "Percentages are compared before they are rounded.",
        "The thresholds are this plan's convention: good enough counts.",
      ]
    case .window(let window, let times, let grace):
      [
        "You eat from \(DietWords.clock(window.startMin)) to \(DietWords.clock(window.endMin)), at "
          + times.map(DietWords.clock).joined(separator: ", ") + ".",
        "Reminders follow these times: one half an hour before, one half an hour after.",
        "Before the window, or more than \(grace / 60) h after its end, a meal gets a mild note. It never breaks the streak.",
        "Fixed hours are a habit that makes a plan easy to follow; the target counts, not the hour.",
      ]
    case .streak(let streak):
      [
        "A day counts when you logged a meal or a weight for it. Imported weights don't count.",
        "Your streak has \(Quantity.count(streak.days, "day"))"
          + (streak.isLoggedToday ? ", today included." : "; today can still continue it."),
        "A day without any log sets it back to 0.",
      ]
    case .target(let target): self.target(target)
    case .phaseDates(let spans):
      spans.map { span in
        let name = span.isPaused ? "Paused" : DietWords.name(span.phase)
        return "\(span.first) to \(span.last): \(name), \(DietWords.kcal(span.targetKcal)) a day."
      } + ["Only calendar days count: days without a log change nothing."]
    case .adaptation(let findings): DietWords.adaptation(findings)
    case .ring(let ring, let perGram): DietWords.ring(ring, perGram)
    case .trend(let card, let longest): trend(card, longest)
    }
  }

  /// `Byrne et al. 2018, Int J Obes 42:129–138, doi:10.1038/ijo.2017.206`.
  package static func citation(_ study: Study) -> String {
    let parts = ["\(study.authors) \(study.year)", [study.journal, study.place].compactMap(\.self).joined(separator: " ")]
    return (parts + [study.doi.map { "doi:\($0)" }].compactMap(\.self)).joined(separator: ", ")
  }

  /// `2,300 kcal`.
  package static func kcal(_ kcal: Int) -> String { "\(Quantity.grouped(kcal)) kcal" }

  // MARK: - Topics

  private static func phase(_ state: DietState, _ dietKcal: Int?, _ maintenanceKcal: Int) -> [String] {
    guard let dietKcal else {
      return ["Your goal has no phases: every day has the same rule.", "Your maintenance energy is \(kcal(maintenanceKcal))."]
    }
    let now =
      switch state {
      case .running(let position):
        "Today is day \(position.dayOfPhase) of \(PhasePosition.blockDays), \(name(position.phase)), in cycle \(position.cycle)."
      case .paused(let position, let since): "The plan is paused since \(since); it goes on with \(name(position.phase))."
      case .notStarted(let days): "The plan starts in \(Quantity.count(days, "day"))."
      case .stopped(let since): "The plan is stopped since \(since)."
      case .steady: "Every day has the same rule."
      }
    return [
      now, "Diet days have \(kcal(dietKcal)), maintenance days \(kcal(maintenanceKcal)).",
      "A cycle has \(PhasePosition.cycleDays) days: 14 of diet, then 14 at maintenance. In the first one, days 1 to 7 are at maintenance, too.",
      "Two weeks of each alternate, as in the MATADOR study.",
    ]
  }

  private func tdee(_ need: EnergyNeed) -> [String] {
    let profile = need.profile
    let basal = DietWords.number(need.basalKcal)
    let formula: String
    switch need.formula {
    case .mifflinStJeor(let constant):
      let sign = constant < 0 ? "−" : "+"
      formula = """
        Basal energy (Mifflin–St Jeor): 10 · \(DietWords.number(profile.weightKg)) kg + 6.25 · \(DietWords.number(profile.heightCm)) cm \
        − 5 · \(profile.age) years \(sign) \(DietWords.number(abs(constant))) = \(basal) kcal.
        """
    case .katchMcArdle(let leanKg):
      formula = """
        Basal energy (Katch–McArdle, as your body fat is known): 370 + 21.6 · \(DietWords.number(leanKg)) kg lean mass = \(basal) kcal.
        """
    }
    return [
      formula,
      "Times \(Quantity.rounded(need.activityFactor, steps: 1000)) (\(DietWords.name(profile.activity))): \(DietWords.kcal(need.maintenanceKcal)) a day.",
      "It uses the weight of your profile, \(weight(profile.weightKg)), until you edit it: logged weights don't change it.",
    ]
  }

  private func macros(_ goals: MacroGoals, _ targetKcal: Int, _ proteinPerKg: Double, _ fatPerKg: Double) -> [String] {
    let kg = DietWords.number(goals.weightKg)
    let (protein, fat, carbs) = (goals.grams.protein, goals.grams.fat, goals.grams.carbs)
    return [
      "Protein: \(DietWords.number(proteinPerKg)) g per kg · \(kg) kg = \(Quantity.grams(protein)).",
      "Fat: \(DietWords.number(fatPerKg)) g per kg · \(kg) kg = \(Quantity.grams(fat)).",
      """
      Carbs: the rest, (\(targetKcal) − 4 · \(DietWords.number(protein)) − 9 · \(DietWords.number(fat))) / 4 = \(Quantity.grams(carbs))\
      \(carbs == 0 ? ", never below 0" : "").
      """,
      goals.isLocked
        ? "The weight is locked: new weights don't change the goals." : "The weight is your latest one: each new weight changes the goals.",
    ]
  }

  private func target(_ target: DietTarget) -> [String] {
    let maintenance = target.need.maintenanceKcal
    var lines: [String]
    switch target.rule {
    case .maintenance: lines = ["Today: \(DietWords.kcal(target.baseKcal)), \(DietWords.reason(target.rule))."]
    case .diet(let factor):
      lines = [
        "Today: \(maintenance) · \(factor == .standard ? "19/23" : "0.67") = \(DietWords.kcal(target.baseKcal)), as it is a diet day."
      ]
    case .floor(let wouldBe):
      lines = [
        "Today: \(DietWords.kcal(target.baseKcal)), the lowest target of a diet day; the share would be \(DietWords.kcal(wouldBe)).",
        "Less needs medical supervision.",
      ]
    case .surplus:
      lines = ["Today: \(maintenance) + \(DietTarget.surplusKcal) = \(DietWords.kcal(target.baseKcal)), as you want to gain weight."]
    }
    lines.append("Your maintenance energy is \(DietWords.kcal(maintenance)).")
    if let active = target.activeKcal {
      lines.append(
        target.addedKcal > 0
          ? "\(DietWords.kcal(target.addedKcal)) of today's \(Quantity.energy(active)) active energy are added, as you chose."
          : "Today's \(Quantity.energy(active)) active energy isn't added: the activity level contains usual exercise already.")
    }
    return lines
  }

  private static func adaptation(_ found: MatadorFindings) -> [String] {
    [
      "In a long diet the body spends less energy than its new size explains: metabolic adaptation.",
      """
      In the MATADOR study, \(found.randomised) men with obesity ate \(found.dietPercent) % of their need for \(found.dietWeeks) weeks: \
      without a break, or in blocks of \(found.blockWeeks) weeks with \(found.blockWeeks) weeks at maintenance between them.
      """,
      """
      With breaks they lost \(number(found.lossIntermittentKg)) kg, without \(number(found.lossContinuousKg)) kg \
      (fat: \(number(found.fatLossIntermittentKg)) and \(number(found.fatLossContinuousKg)) kg).
      """,
      """
      Their energy at rest fell beyond what body composition explains by \(found.adaptationIntermittentKJ) kJ a day with breaks, \
      by \(found.adaptationContinuousKJ) kJ without.
      """,
      "So two weeks at maintenance are a part of the plan, not a pause from it.",
    ]
  }

  private static func ring(_ ring: ProgressRing, _ perGram: PerMacro<Double>) -> [String] {
    let degrees = ring.wholeDegrees
    var lines = [
      "A gram of protein has \(number(perGram.protein)) kcal, of carbs \(number(perGram.carbs)), of fat \(number(perGram.fat)).",
      """
      Today \(Quantity.rounded(ring.kcal.protein, steps: 1)) + \(Quantity.rounded(ring.kcal.carbs, steps: 1)) + \
      \(Quantity.rounded(ring.kcal.fat, steps: 1)) kcal of \(ring.targetKcal) kcal are \(degrees.protein)°, \(degrees.carbs)° and \
      \(degrees.fat)° of 360°: \(Quantity.fixed(ring.percent, 1)) %.
      """,
    ]
    if ring.unknownKcal > 0 {
      lines.append("\(Quantity.energy(ring.unknownKcal)) are of meals without macros, and drawn as unknown.")
    }
    if ring.overKcal > 0 { lines.append("The ring is full, and \(Quantity.energy(ring.overKcal)) over.") }
    return lines
  }

  private func trend(_ card: WeightCard, _ longest: Int) -> [String] {
    var lines = [
      "The average is the mean of your last up to \(longest) weights, one a day: less noise than a single weight.",
      "The trend is today's weight less that average. It is shown only when it is below the average.",
    ]
    if let kg = card.kg, let average = card.averageKg {
      lines.append("Today: \(weight(kg)), average \(weight(average)) of \(Quantity.count(card.averagedCount, "weight")).")
    } else {
      lines.append("Today's weight isn't logged yet.")
    }
    return lines
  }
}
