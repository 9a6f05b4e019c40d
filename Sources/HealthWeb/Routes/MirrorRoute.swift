import HealthDesk
import Hummingbird

/// `/mirror`: redirects to the user's own web app, without passing any data, token or referrer to it.
struct MirrorRoute: Sendable {
  let settings: LiveSettings
  let events: PageEvents

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/mirror") { _, _ in try open() }
  }

  private func open() throws -> Response {
    guard let mirror = settings.mirror else {
      throw Refusal(
        status: .notFound, title: "No web app is linked",
        message: "On the computer with your data: <code>hsync config set mirror.url URL</code>")
    }
    events.viewed { _ in .mirror(webappURL: mirror.origin, isAuthenticated: false) }
    events.begin { _ in .mirrorOpened }.succeeded(.opened)
    return .redirect(toOwn: mirror.url)
  }
}
