import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/diet/choices`: the finer choices of a plan that is set up.
struct DietChoiceRoutes: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/diet/choices") { _, context in try await show(context) }
    router.post("/diet/choices") { request, context in try await change(request, context) }
  }

  /// The choices in force. `nil` = no plan runs.
  private struct Standing: Sendable {
    var draft: DietDraft
    var choice: NoticeChoice
    let weightKg: Double?

    init?(_ library: Library, settings: HealthSettings, today: Day) throws {
      let desk = DietDesk(library, settings: settings)
      guard let version = try desk.history().runningVersion(on: today) else { return nil }
      draft = DietDraft(version.profile, start: version.plan.day)
      choice = try desk.answers(today: today).notices
      weightKg = try desk.presetWeightKg(sex: draft.sex, today: today)
    }

    func page(_ session: PageSession, faults: [String] = []) -> Page {
      DietChoicesPage(draft: draft, notices: choice, weightKg: weightKg, session: session, faults: faults).page
    }
  }

  private func show(_ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let (settings, today) = (settings, clock.now.day)
    let standing = try await library.read { try Standing($0, settings: settings.health, today: today) }
    return standing?.page(session).response() ?? .redirect(toOwn: "/diet")
  }

  private func change(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = DietChoicesForm(form: try await context.form(of: request))
    let session = try context.requireSession()
    let (settings, now) = (settings, clock.now)
    let words = DietWords(weight: settings.weightUnit.words)
    let refused = try await library.write { library -> Page? in
      guard var standing = try Standing(library, settings: settings.health, today: now.day) else { throw Refusal(.notSetUp, words: words) }
      let faults = form.fill(&standing.draft, &standing.choice)
      guard faults.isEmpty else { return standing.page(session, faults: faults) }
      let (draft, choice) = (standing.draft, standing.choice)
      do {
        try DietDesk(library, settings: settings.health).edit(at: now) { ($0, $1) = (draft, choice) }
        return nil
      } catch DietError.faults(let faults) {
        return standing.page(session, faults: faults.map { words.fault($0).sentence })
      }
    }
    if let refused { return refused.response(.unprocessableContent) }
    return notices.redirect(to: "/diet", .done("Saved; past days keep their targets.", undoFor: session))
  }
}
