import ActivityWindow
import HealthDesk
import HealthModel
import Hummingbird
import NIOCore

/// `/go/profile`: the profile and its set-up.
struct GoProfileRoutes: Sendable {
  let desk: GoTable

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/go/profile") { request, context in try await show(request, context) }
    router.get("/go/profile.json") { _, _ in try await export() }
    router.get("/go/profile/confirm") { request, context in try await ask(request, context) }
    router.post("/go/profile/confirm") { request, context in try await confirm(request, context) }
    router.post("/go/setup") { request, context in try await setUp(request, context) }
    router.post("/go/profile/basics") { request, context in try await basics(request, context) }
    router.post("/go/profile/dog") { request, context in try await dog(request, context) }
    router.post("/go/profile/notices") { request, context in try await notifications(request, context) }
  }

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let setup = try await desk.setup()
    let key = setup.hasProfile ? nil : await desk.pushKey()
    return GoProfilePage(setup: setup, session: session, pushKey: key, notices: desk.notices.shown(for: request)).page.response()
  }

  private func export() async throws -> Response {
    let text = try await desk.setup().profile.json.text + "\n"
    return Response(
      status: .ok,
      headers: [.contentType: "application/json", .contentDisposition: "attachment; filename=\"go-profile.json\""],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  // MARK: - Set-up

  private func setUp(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    let typed = try GoProfileForm(form)
    do {
      try await desk.change { desk in _ = try desk.change(typed.setUp) }
    } catch let fault as ProfileFault {
      let notice = HTML.failed("Not set up.", fault.message.sentence)
      let (setup, key) = (try await desk.setup(), await desk.pushKey())
      return GoProfilePage(setup: setup, session: session, typed: typed, pushKey: key, notices: notice).page
        .response(.unprocessableContent)
    }
    await desk.refresh(.ifDue)
    return desk.notices.redirect(to: "/go", .done("You're set. The coast awaits.", undoFor: session))
  }

  // MARK: - Changes

  private func basics(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    var change = GoProfileChange()
    change.displayName = form["name"]
    change.activities = Set(Activity.allCases.filter { form[$0.rawValue] == "1" })
    change.gatesDarkness = form["dark"] == "1"
    change.allowsAnalytics = form["analytics"] == "1"
    return try await save(change, context)
  }

  private func dog(_ request: Request, _ context: WebContext) async throws -> Response {
    let typed = try GoProfileForm(try await context.form(of: request))
    var change = GoProfileChange()
    change.dog = typed.dog ?? .set(name: "", size: nil, coat: nil, heatSensitivity: nil)
    return try await save(change, context)
  }

  private func notifications(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let start = form["start"].flatMap(QuietHours.minute), let end = form["end"].flatMap(QuietHours.minute) else {
      throw Refusal.badForm
    }
    var change = GoProfileChange()
    change.sendsNotices = form["enabled"] == "1"
    change.noticeModes = Set(ActivityMode.allCases.filter { form[$0.rawValue] == "1" })
    change.quietHours = QuietHours(isEnabled: form["quiet"] == "1", startMinute: start, endMinute: end)
    return try await save(change, context)
  }

  private func save(_ change: GoProfileChange, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    do {
      try await desk.change { desk in _ = try desk.change(change) }
    } catch let fault as ProfileFault {
      return desk.notices.redirect(to: "/go/profile", .failed("Not saved.", fault.message.sentence))
    }
    return desk.notices.redirect(to: "/go/profile", .done("Saved.", undoFor: session))
  }

  // MARK: - Questions

  private func ask(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    guard let change = try Form(query: request)["what"].flatMap(GoConfirmPage.Change.init) else { throw Refusal.badForm }
    let setup = try await desk.setup()
    guard setup.hasProfile else { return .redirect(toOwn: "/go/profile") }
    return GoConfirmPage(change: change, profile: setup.profile, session: session).page.response()
  }

  private func confirm(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let what = form["what"].flatMap(GoConfirmPage.Change.init) else { throw Refusal.badForm }
    var change = GoProfileChange()
    switch what {
    case .preset(let preset): change.preset = preset
    case .removeDog: change.dog = .removed
    case .deleteProfile:
      let cache = desk.settings.forecasts?.cache
      let places = try await desk.change { try $0.removeAll() }
      for place in places { try? cache?.remove(place) }
      return desk.notices.redirect(to: "/go/profile", .done("Deleted.", undoFor: try context.requireSession()))
    }
    return try await save(change, context)
  }
}
