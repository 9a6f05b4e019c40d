import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/go/place`: the saved places.
struct GoPlaceRoutes: Sendable {
  let desk: GoTable

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/go/place/add") { request, context in try await add(request, context) }
    router.post("/go/place/use") { request, context in try await use(request, context) }
    router.post("/go/place/remove") { request, context in try await remove(request, context) }
  }

  private func add(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    let name = form["name"] ?? ""
    do {
      guard let place = try await place(name, form) else { throw Refusal.badForm }
      try await desk.change { try $0.add(place) }
      await desk.refresh(.ifDue)
      return desk.notices.redirect(to: "/go/profile", .done("Saved \(place.name).", undoFor: session))
    } catch let error as GoError {
      return desk.notices.redirect(to: "/go/profile", .failed("Not saved.", error.sentence.sentence))
    } catch let error as ForecastError {
      return desk.notices.redirect(to: "/go/profile", .failed("Not saved.", error.message.sentence))
    }
  }

  private func place(_ name: String, _ form: Form) async throws -> Place? {
    let (lat, lon) = (form["lat"] ?? "", form["lon"] ?? "")
    guard !lat.isEmpty || !lon.isEmpty else {
      guard let found = try await desk.found(name) else { return nil }
      return try found.place(id: Place.id(of: found.name))
    }
    guard let latitude = try? TypedNumber(degrees: lat).value, let longitude = try? TypedNumber(degrees: lon).value else {
      throw ForecastError(code: .badPlace, message: "latitude and longitude are numbers of degrees", kind: .badData)
    }
    let zone = form["zone"].flatMap { $0.isEmpty ? nil : $0 }
    let usual = desk.settings.health.zone ?? desk.settings.health.machineZone
    return try Place(id: Place.id(of: name), name: name, latitude: latitude, longitude: longitude, zone: zone ?? usual)
  }

  private func use(_ request: Request, _ context: WebContext) async throws -> Response {
    guard let id = try await context.form(of: request)["place"] else { throw Refusal.badForm }
    return try await changed(context) {
      try $0.use(id)
    } words: {
      "Showing \($0.name)."
    }
  }

  private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
    guard let id = try await context.form(of: request)["place"] else { throw Refusal.badForm }
    let cache = desk.settings.forecasts?.cache
    return try await changed(context) {
      try $0.remove(id)
    } words: {
      try? cache?.remove($0)
      return "Removed \($0.name)."
    }
  }

  private func changed(
    _ context: WebContext, _ work: @escaping @Sendable (GoDesk) throws -> Place, words: (Place) -> String
  ) async throws -> Response {
    let session = try context.requireSession()
    do {
      let place = try await desk.change(work)
      return desk.notices.redirect(to: "/go/profile", .done(words(place), undoFor: session))
    } catch let error as GoError {
      return desk.notices.redirect(to: "/go/profile", .failed("Nothing was changed.", error.sentence.sentence))
    }
  }
}
