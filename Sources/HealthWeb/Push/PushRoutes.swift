import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import WebPush

/// `/settings/push`: begins and ends the notices in the browser that asks for it, and takes down that its user refused them.
struct PushRoutes: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let notices: Notices
  let events: PageEvents

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/settings/push") { request, context in try await begin(request, context) }
    router.post("/settings/push/denied") { request, context in try await deny(request, context) }
    router.post("/settings/push/off") { request, context in try await end(request, context) }
  }

  private func begin(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let hash = try context.requireVisitor().session.hash
    guard let text = form["subscription"], !text.isEmpty else { return failed("The browser didn't subscribe.") }
    let settings = settings.now
    guard settings.hasPushContact else {
      return failed("Push services ask for a contact address. Set it first: hsync config set products.contact me@example.org")
    }
    let subscription: PushSubscription
    do throws(WebPushError) {
      subscription = try PushSubscription(json: Array(text.utf8), allowsLoopback: settings.allowsLoopbackPush)
    } catch {
      return failed(ImportPage.sentences(error))
    }
    let origin = settings.origin
    let isOn = try await library.write { library in
      let key = try VAPIDKeyFile(library: library.path).key()
      return try BrowserSessions(library).beginPush(hash, PushRoutes.kept(subscription, for: key, origin: origin))
    }
    guard isOn else { throw Refusal.notPaired }
    events.noticed(.coastPermission(isGranted: true))
    return notices.redirect(to: "/settings", .done("This phone is notified."))
  }

  private func deny(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    events.noticed(.coastPermission(isGranted: false))
    return Response(status: .noContent)
  }

  private func end(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    let hash = try context.requireVisitor().session.hash
    try await library.write { try BrowserSessions($0).endPush(hash) }
    return notices.redirect(to: "/settings", .done("This phone is no longer notified."))
  }

  /// The subscription as the library keeps it: only the members that are used.
  ///
  /// - Parameter key: The one that the browser subscribed with: with another one, it takes no messages.
  private static func kept(_ subscription: PushSubscription, for key: VAPIDKey, origin: PublicOrigin?) -> String {
    JSON.object([
      ("endpoint", .string(subscription.endpoint.url)),
      ("keys", .object([("p256dh", .string(subscription.keyText)), ("auth", .string(subscription.secretText))])),
      ("server_key", .string(key.publicText)), ("origin", JSON(origin?.url)),
    ]).text
  }

  private func failed(_ sentence: String) -> Response { notices.redirect(to: "/settings", .failed("This phone isn't notified.", sentence)) }
}
