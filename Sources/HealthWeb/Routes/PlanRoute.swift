import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import WeekPlan

/// `/plan/done`: ticks a planned item off, or takes the tick back.
struct PlanRoute: Sendable {
  let library: SharedLibrary
  let clock: any WallClock

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/plan/done") { request, context in try await tick(request, context) }
  }

  private func tick(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let item = form["item"], let done = form["done"], ["0", "1"].contains(done) else { throw Refusal.badForm }
    let now = clock.now
    _ = try await library.write { try PlanDesk($0, at: now).change(.complete(done == "1"), [item]) }
    return .redirect(toOwn: request.ownReferrer ?? "/")
  }
}
