import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/diet/setup`: the set-up, a step a page. Each valid answer is kept, so that it can be left and resumed, on another device, too.
struct DietSetupRoutes: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/diet/setup") { request, context in try await show(request, context) }
    router.post("/diet/setup") { request, context in try await answer(request, context) }
  }

  /// The state of the set-up.
  private struct Standing: Sendable {
    var answers: DietAnswers
    /// The profile in force, if a plan runs.
    let running: DietVersion?
    let presetKg: Double?

    init(_ library: Library, settings: HealthSettings, today: Day) throws {
      let desk = DietDesk(library, settings: settings)
      answers = try desk.answers(today: today)
      running = try desk.history().runningVersion(on: today)
      if let running { answers.draft = DietDraft(running.profile, start: running.plan.day) }
      presetKg = try desk.presetWeightKg(sex: answers.draft.sex, today: today)
    }

    /// The first step that isn't answered, the welcome of a first set-up.
    var next: DietStep {
      guard answers.draft.sex != nil else { return .welcome }
      let steps = DietStep.steps(for: answers.draft.goal)
      return steps.first { !answers.draft.faults(in: $0).isEmpty } ?? steps.last ?? .sex
    }

    func page(_ step: DietStep, _ session: PageSession, faults: [String] = []) -> Page {
      DietSetupPage(step: step, draft: answers.draft, presetKg: presetKg, isEdit: running != nil, session: session, faults: faults).page
    }
  }

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let asked = try Form(query: request)["step"]
    let (settings, today) = (settings, clock.now.day)
    let standing = try await library.read { try Standing($0, settings: settings.health, today: today) }
    let step = try asked.map { name throws(Refusal) in
      guard let step = DietStep(rawValue: name) else { throw Refusal.notFound }
      return step
    }
    return standing.page(step ?? standing.next, session).response()
  }

  /// The outcome of an answer.
  private enum Outcome: Sendable {
    case next(DietStep)
    case refused(Page)
    case started
    case changed
  }

  private func answer(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    guard let step = form["step"].flatMap(DietStep.init) else { throw Refusal.badForm }
    let (settings, now) = (settings, clock.now)
    let words = DietWords(weight: settings.weightUnit.words)
    let outcome = try await library.write { library -> Outcome in
      var standing = try Standing(library, settings: settings.health, today: now.day)
      let desk = DietDesk(library, settings: settings.health)
      let faults = DietStepForm(step: step, form: form).fill(&standing.answers.draft, words: words)
      guard faults.isEmpty else { return .refused(standing.page(step, session, faults: faults)) }
      do {
        if standing.running != nil {
          let draft = standing.answers.draft
          try desk.edit(at: now) { edited, _ in edited = draft }
          return .changed
        }
        try desk.keep(standing.answers, at: now)
        let steps = DietStep.steps(for: standing.answers.draft.goal)
        if let place = steps.firstIndex(of: step), steps.indices.contains(place + 1) { return .next(steps[place + 1]) }
        try desk.setUp(standing.answers, at: now)
        return .started
      } catch DietError.faults(let faults) {
        return .refused(standing.page(step, session, faults: faults.map { words.fault($0).sentence }))
      }
    }
    switch outcome {
    case .next(let step): return .redirect(toOwn: "/diet/setup?step=\(step.rawValue)")
    case .refused(let page): return page.response(.unprocessableContent)
    case .changed: return notices.redirect(to: "/diet", .done("Saved; past days keep their targets.", undoFor: session))
    case .started: return notices.redirect(to: "/", .done("Your plan has started.", undoFor: session))
    }
  }
}
