import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/diet`: the plan, its explanations, today's weight, and the changes of its state.
struct DietRoutes: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/diet") { request, context in try await show(request, context) }
    router.get("/diet/learn") { _, context in try await learn(context) }
    router.get("/diet/why/:topic") { _, context in try await why(context) }
    router.get("/diet/weight") { _, context in try await weight(context) }
    router.post("/diet/weight") { request, context in try await weigh(request, context) }
    router.post("/diet/check-in") { request, context in try await checkIn(request, context) }
    router.post("/diet/seen") { request, context in try await seen(request, context) }
    router.post("/diet/pause") { request, context in
      try await change(request, context, "Paused the plan") { try $0.pause(from: $1.day, through: nil, at: $1) }
    }
    router.post("/diet/resume") { request, context in try await change(request, context, "Resumed the plan") { try $0.resume(at: $1) } }
    router.post("/diet/stop") { request, context in try await change(request, context, "Stopped the plan") { try $0.stop(at: $1) } }
  }

  // MARK: - Pages

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let (settings, now, notices) = (settings, clock.now, notices.shown(for: request))
    let today = now.day
    let page = try await library.read { library -> Page in
      let desk = DietDesk(library, settings: settings.health)
      let glance: DietGlance
      do { glance = try desk.glance(on: today, today: today) } catch is DietError { return DietPage.empty(session, notices: notices) }
      let first = today.adding(1 - PhasePosition.cycleDays)
      let days = try desk.days(first...today)
      let weights = try WeightLog(library, as: settings.health).entries(from: first, through: today, andBefore: DietWeights.averaged)
      return DietPage(
        glance: glance, days: days, weights: DietWeights(weights), weightUnit: settings.weightUnit, session: session, notices: notices
      ).page
    }
    return page.response()
  }

  private func learn(_ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let (settings, today) = (settings, clock.now.day)
    let page = try await library.read { library in
      let history = try DietDesk(library, settings: settings.health).history()
      return DietLearnPage(
        goal: history.version(on: today)?.profile.goal ?? .lose, seen: Set(DietTopic.allCases.filter(history.isShown)), session: session
      ).page
    }
    return page.response()
  }

  private func why(_ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    guard let topic = DietTopic(rawValue: try context.parameters.require("topic")) else { throw Refusal.notFound }
    let (settings, now) = (settings, clock.now)
    let words = DietWords(weight: settings.weightUnit.words)
    let why: DietWhy
    do {
      why = try await library.read { try DietDesk($0, settings: settings.health).why(topic, on: now.day) }
    } catch is DietError {
      return .redirect(toOwn: "/diet")
    }
    // A first look is remembered; that the page was shown doesn't depend on it.
    try? await library.write { DietDesk($0, settings: settings.health).keepShown([topic], on: now.day, at: now) }
    return DietWhyPage(why: why, words: words, session: session).page.response()
  }

  // MARK: - Weight

  private func weight(_ context: WebContext) async throws -> Response {
    try await weightPage(context.requireSession()).response()
  }

  private func weightPage(_ session: PageSession, isWrong: Bool = false) async throws -> Page {
    let settings = settings
    let preset = try await library.read { library -> Double? in
      let last = try WeightLog(library, as: settings.health).latest(1).first?.kg
      return try last ?? DietRecords(library).answers(today: Day(number: 0))?.draft.weightKg
    }
    return DietWeightPage(presetKg: preset, unit: settings.weightUnit, session: session, isWrong: isWrong).page
  }

  private func weigh(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    let (settings, now) = (settings, clock.now)
    guard let whole = form["whole"].flatMap({ Int($0) }), let tenth = form["tenth"].flatMap({ Int($0) }), (0...9).contains(tenth),
      DietWeightPage.wholes(settings.weightUnit).contains(whole)
    else { return try await weightPage(session, isWrong: true).response(.unprocessableContent) }
    let kg = (Double(whole) + Double(tenth) / 10) * settings.weightUnit.kilograms
    let effect = try await library.write { library in
      try DietDesk(library, settings: settings.health).watching(now.day) {
        try WeightLog(library).log(kg: kg, on: now.day, measuredAt: now, at: now)
      }.1
    }
    let words = DietWords(weight: settings.weightUnit.words)
    let gained = effect.map { $0.reactions.compactMap(words.words) } ?? []
    return notices.redirect(
      to: "/", .done((["Logged \(settings.weightUnit.words(kg))"] + gained).joined(separator: " · "), undoFor: session))
  }

  // MARK: - Changes

  private func checkIn(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let answer = form["answer"], ["0", "1"].contains(answer) else { throw Refusal.badForm }
    let (settings, now) = (settings, clock.now)
    try await library.write { library in
      do { try DietDesk(library, settings: settings.health).answerCheckIn(answer == "1", at: now) } catch let error as DietError {
        throw Refusal(error, words: .metric)
      }
    }
    let words = answer == "1" ? "Great: one day at a time." : "That's fine: the week stays gentle. Look at why, or pause any time."
    return notices.redirect(to: "/", .done(words))
  }

  /// Notes that the open milestones were shown.
  private func seen(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    let (settings, now) = (settings, clock.now)
    try await library.write { library in
      let desk = DietDesk(library, settings: settings.health)
      let open = try desk.history().openMilestones(on: now.day).filter { $0 != .checkIn }
      desk.keepShown([], open, on: now.day, at: now)
    }
    return notices.redirect(to: "/", "")
  }

  private func change(
    _ request: Request, _ context: WebContext, _ done: String, _ action: @escaping @Sendable (DietDesk, Moment) throws -> Void
  ) async throws -> Response {
    _ = try await context.form(of: request)
    let session = try context.requireSession()
    let (settings, now) = (settings, clock.now)
    let words = DietWords(weight: settings.weightUnit.words)
    try await library.write { library in
      do { try action(DietDesk(library, settings: settings.health), now) } catch let error as DietError {
        throw Refusal(error, words: words)
      }
    }
    return notices.redirect(to: "/diet", .done(done, undoFor: session))
  }
}

extension Refusal {
  /// The page for a change of the plan that is refused.
  init(_ error: DietError, words: DietWords) {
    self.init(
      status: .unprocessableContent, title: "That didn't work",
      message: "\(error.sentence(words).sentence) Go to <a href=\"/diet\">the plan</a>.")
  }
}
