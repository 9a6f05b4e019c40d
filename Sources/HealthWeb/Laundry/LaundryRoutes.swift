import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import LaundryPet

/// `/laundry`: the laundry pets, their pages, and the forms that create pets and make steps.
struct LaundryRoutes: Sendable {
  let table: LaundryTable

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/laundry") { request, context in try await show(request, context) }
    router.get("/laundry/new") { _, context in try new(context) }
    router.post("/laundry/add") { request, context in try await add(request, context) }
    router.get("/laundry/pet") { request, context in try await showPet(request, context) }
    router.post("/laundry/step") { request, context in try await step(request, context) }
  }

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let (session, now) = (try context.requireSession(), table.clock.now)
    let (haptics, notices) = (table.haptics, table.notices.shown(for: request))
    return try await table.library.read { library in
      LaundryPage(pets: try LaundryDesk(library, at: now).dashboard(), session: session, haptics: haptics, notices: notices).page
    }.response()
  }

  private func showPet(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Form(query: request)
    return try await table.page(query["id"], context.requireSession(), notices: table.notices.shown(for: request)).response()
  }

  // MARK: - Creating

  private func new(_ context: WebContext) throws -> Response {
    NewPetPage(now: table.clock.now, session: try context.requireSession(), haptics: table.haptics).page.response()
  }

  private func add(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    let (id, now) = (try form.entryID(by: table.clock), try form.enteredAt(by: table.clock))
    let name = form["name"] ?? ""
    do {
      let added = try await table.library.write { try LaundryDesk($0, at: now).add(PetDraft(name: name, id: id)) }
      let words = "Created \(added.pet.pet.name)" + (added.namesakes > 0 ? ", as another pet is called, too" : "")
      let notice = added.isNew ? HTML.done(words, undoFor: session) : .done("\(added.pet.pet.name) was already created.")
      return table.notices.redirect(to: "/laundry", notice)
    } catch let error as LaundryError {
      if case .unknownPet = error.fault {
        return table.notices.redirect(to: "/laundry", .done("This pet was created and has been deleted since. It wasn't created again."))
      }
      let fault = "\(error.message.sentence)\(error.advice.map { " \($0.sentence)" } ?? "")"
      let page = NewPetPage(now: table.clock.now, session: session, haptics: table.haptics, typed: name, fault: fault).page
      return page.response(.unprocessableContent)
    }
  }

  // MARK: - Steps

  private func step(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let session = try context.requireSession()
    guard let id = form["pet"], let event = form["event"].flatMap(PetEvent.init) else { throw Refusal.badForm }
    let (now, task) = (try form.enteredAt(by: table.clock), form["task"].flatMap { $0.isEmpty ? nil : $0 })
    let step: LaundryDesk.Step
    do {
      step = try await table.found { try await table.library.write { try LaundryDesk($0, at: now).step(event, id, on: task) } }
    } catch let error as LaundryError {
      let notice = HTML.failed("Not done.", "\(error.message.sentence)\(error.advice.map { " \($0.sentence)" } ?? "")")
      return try await table.page(id, session, isRefused: true, notices: notice).response(.unprocessableContent)
    }
    if step.isNew { table.hook.run(LaundryEvent(.step(event), step.pet, atMs: now.ms)) }
    let notice = step.isNew ? HTML.done(step.pet.sentence(after: event), undoFor: session) : .done("That was already done.")
    return table.notices.redirect(to: step.pet.path, notice)
  }
}
