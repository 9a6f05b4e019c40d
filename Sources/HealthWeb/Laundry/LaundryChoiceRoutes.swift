import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import LaundryPet
import Settings

/// The routes that change and delete pets, and the settings of all of them.
struct LaundryChoiceRoutes: Sendable {
  let table: LaundryTable

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/laundry/pet/settings") { request, context in try await showPet(request, context) }
    router.post("/laundry/edit") { request, context in try await edit(request, context) }
    router.get("/laundry/delete") { request, context in try await askToDelete(request, context) }
    router.post("/laundry/delete") { request, context in try await delete(request, context) }
    router.get("/laundry/settings") { request, context in try await show(request, context) }
    router.post("/laundry/settings") { request, context in try await save(request, context) }
    router.get("/laundry/reset") { _, context in try await askToReset(context) }
    router.post("/laundry/reset") { request, context in try await reset(request, context) }
  }

  // MARK: - One pet

  private func showPet(_ request: Request, _ context: WebContext) async throws -> Response {
    let pet = try await table.pet(Form(query: request)["id"])
    return PetSettingsPage(
      pet: pet, session: try context.requireSession(), haptics: table.haptics, notices: table.notices.shown(for: request)
    ).page.response()
  }

  private func edit(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let (session, now) = (try context.requireSession(), table.clock.now)
    guard let id = form["pet"], let field = form["field"], let value = form["value"], let edit = LaundryChoiceRoutes.edit(field, value)
    else {
      throw Refusal.badForm
    }
    do {
      let edited = try await table.found { try await table.library.write { try LaundryDesk($0, at: now).edit(id, [edit]) } }
      let path = "/laundry/pet/settings?id=\(id.inQuery)"
      return table.notices.redirect(to: path, edited.isNew ? .done("Saved.", undoFor: session) : "")
    } catch let error as LaundryError {
      let fault = "\(error.message.sentence)\(error.advice.map { " \($0.sentence)" } ?? "")"
      let pet = try await table.pet(id)
      return PetSettingsPage(
        pet: pet, session: session, haptics: table.haptics, typed: field == "name" ? value : nil, fault: fault
      ).page.response(.unprocessableContent)
    }
  }

  private static func edit(_ field: String, _ value: String) -> PetEdit? {
    if field == "name" { return .rename(value) }
    guard let number = PetNumber(rawValue: field), let value = Int(value) else { return nil }
    return .set(number, value)
  }

  private func askToDelete(_ request: Request, _ context: WebContext) async throws -> Response {
    let pet = try await table.pet(Form(query: request)["id"])
    return LaundryConfirmation.pet(pet).page(try context.requireSession(), table.haptics).response()
  }

  private func delete(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let id = form["pet"] else { throw Refusal.badForm }
    let now = table.clock.now
    let pet = try await table.found { try await table.library.write { try LaundryDesk($0, at: now).delete(id) } }
    return table.notices.redirect(to: "/laundry", .done("Deleted \(pet.pet.name)", undoFor: try context.requireSession()))
  }

  // MARK: - All pets

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    // A file that can't be read is said on the page of all settings; here the defaults are shown.
    let choices = (try? await table.desk.choices()) ?? table.desk.defaults()
    return LaundrySettingsPage(
      choices: choices, session: try context.requireSession(), haptics: table.haptics, notices: table.notices.shown(for: request)
    ).page.response()
  }

  private func save(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let now = try await table.desk.choices()
    let wishes = [
      (Setting.notifiesOfLaundry, form["notices"] == "1", now.notifiesOfLaundry), (.soundsLaundry, form["sound"] == "1", now.soundsLaundry),
      (.vibratesForLaundry, form["haptics"] == "1", now.vibratesForLaundry),
    ]
    .filter { $0.1 != $0.2 }.map { ($0.0, $0.1) }
    return try await changed("Not saved.", to: "/laundry/settings") { file in
      for (setting, isOn) in wishes { _ = try file.set(setting, to: .flag(isOn)) }
    } done: {
      .done("Saved.")
    }
  }

  private func askToReset(_ context: WebContext) async throws -> Response {
    let count = try await table.library.read { try LaundryBook($0).pets().count }
    return LaundryConfirmation.all(count).page(try context.requireSession(), table.haptics).response()
  }

  private func reset(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    let (session, now) = (try context.requireSession(), table.clock.now)
    _ = try await table.library.write { try LaundryDesk($0, at: now).deleteAll() }
    return try await changed("The pets were deleted, but the settings weren't set back.", to: "/laundry") { file in
      try file.resetLaundry()
    } done: {
      .done("Data reset", undoFor: session)
    }
  }

  /// Changes the file of the settings, and redirects to a page that shows the result.
  private func changed(
    _ lead: String, to path: String, _ work: @escaping @Sendable (SettingsFile) throws -> Void, done: () -> HTML
  ) async throws -> Response {
    do { try await table.desk.change(work) } catch let error as SettingsError {
      return table.notices.redirect(to: path, .failed(lead, ImportPage.sentences(error)))
    }
    return table.notices.redirect(to: path, done())
  }
}
