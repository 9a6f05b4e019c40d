import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/waiting`: refused records and lost edits, and the forms that resolve them.
struct WaitingRoute: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/waiting") { request, context in try await show(request, context) }
    router.post("/waiting/refused") { request, context in try await decideRefused(request, context) }
    router.post("/waiting/lost") { request, context in try await decideLost(request, context) }
  }

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let (weight, clock, notices) = (settings.weightUnit.words, clock, notices.shown(for: request))
    let page = try await library.read { library in
      WaitingPage(
        refused: try QuarantineLog(library).entries(), lost: try ConflictLog(library).entries(), weight: weight,
        clock: { clock.moment(atMs: $0) }, today: clock.now.day, session: session, notices: notices
      ).page
    }
    return page.response()
  }

  private func decideRefused(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let kind = form["kind"], let id = form["id"], let version = form["version"].flatMap({ Int64($0) }) else { throw Refusal.badForm }
    let found = try await library.read { library in
      try QuarantineLog(library).entries().first { $0.kind == kind && $0.id == id && $0.hlc == version }
    }
    // Another device, or a second press, was faster.
    guard let entry = found else { return redirect(.done("It is no longer refused.")) }
    let words = entry.words(settings.weightUnit.words)
    switch form["action"] {
    case "retry":
      _ = try await library.write { try QuarantineLog($0).retry([entry]) }
      return redirect(.done("\(words.asTitle) will be sent with the next sync."))
    case "drop": return try await giveUp(entry, words, context)
    default: throw Refusal.badForm
    }
  }

  private func giveUp(_ entry: QuarantineLog.Entry, _ words: String, _ context: WebContext) async throws -> Response {
    let (settings, now) = (settings, clock.now)
    let records = try await library.ask { library -> [GivenUpRecord]? in
      guard let engine = try settings.engine(library) else { return nil }
      return try await GivenUpRecord.fetch([entry], by: engine)
    }
    guard let records, let record = records.first else {
      return redirect(.failed("Not discarded.", "Sign in to a backend first: the record would be replaced by the backend's version."))
    }
    try await library.write { try QuarantineLog($0).giveUp(records, weight: settings.weightUnit.words, at: now) }
    let outcome =
      switch record.effect {
      case .kept: "stays here and won't be sent to the backend again"
      case .deleted: "was deleted: the backend doesn't have it"
      case .replaced: "was replaced by the backend's version"
      }
    return redirect(.done("\(words.asTitle) \(outcome).", undoFor: record.effect == .kept ? nil : try context.requireSession()))
  }

  private func decideLost(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let number = form["n"].flatMap({ Int64($0) }) else { throw Refusal.badForm }
    let (weight, now, action) = (settings.weightUnit.words, clock.now, form["action"])
    let words = try await library.write { library -> String? in
      let log = ConflictLog(library)
      guard let conflict = try log.entries().first(where: { $0.number == number }) else { return nil }
      switch action {
      case "restore": try log.restore([conflict], weight: weight, at: now)
      case "forget": _ = try log.forget([number])
      default: throw Refusal.badForm
      }
      return conflict.words(weight)
    }
    guard let words else { return redirect(.done("It was already dismissed.")) }
    let title = words.asTitle
    if action == "restore" { return redirect(.done("Restored \(words)", undoFor: try context.requireSession())) }
    return redirect(.done("\(title): dismissed."))
  }

  private func redirect(_ notice: HTML) -> Response { notices.redirect(to: "/waiting", notice) }
}
