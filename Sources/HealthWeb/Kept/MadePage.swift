import HealthDesk
import Hummingbird

/// A page as a route made it.
struct MadePage: Sendable {
  let page: Page
  var status = HTTPResponse.Status.ok
  /// Whether the page may be kept. `false` = it shows something besides what its route names, such as a service that doesn't answer.
  var isLasting = true
  /// The event that is recorded when a user opens the page; `nil` = none. As of `PageEvents.viewed`.
  var viewed: (@Sendable (Events) -> Event.Screen)?
}
