import HealthDesk
import HealthStore
import Hummingbird

/// `/figures.json`: today's figures for the programs of a home, with a token.
struct FiguresRoute: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/figures.json") { _, _ -> Response in
      let (now, health) = (clock.now, settings.health)
      return .json(try await library.read { try DayFigures($0, at: now, settings: health) }.json)
    }
  }
}
