import HTTPTypes
import HealthModel
import HealthStore
import Hummingbird

/// `/settings/import`: imports an uploaded export.
struct ImportRoutes: Sendable {
  let desk: ImportDesk
  /// The library's path.
  let library: String
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/settings/import") { request, context in try show(request, context) }
    router.post("/settings/import") { request, context in try await receive(request, context) }
    router.post("/settings/import/cancel") { request, context in try await cancel(request, context) }
  }

  private func show(_ request: Request, _ context: WebContext) throws -> Response {
    let job = desk.job
    var response = ImportPage(job: job, session: try context.requireSession(), notices: notices.shown(for: request)).page.response()
    // Without the script, too. Seconds.
    if job?.isRunning == true, let name = HTTPField.Name("Refresh") { response.headers[name] = "2" }
    return response
  }

  private func receive(_ request: Request, _ context: WebContext) async throws -> Response {
    guard let stop = desk.begin(total: request.headers[.contentLength].flatMap { Int64($0) }) else { throw Refusal.importRunning }
    let sent: SentExport
    do {
      let total = request.headers[.contentLength].flatMap { Int64($0) }
      sent = try await SentExport.receive(request, besideLibrary: library, stop: stop, check: { try context.check($0) }) { name, bytes in
        desk.note(name: name, .receiving(bytes: bytes, total: total))
      }
    } catch {
      desk.drop()
      throw error
    }
    desk.run(sent.file, named: sent.name, stop: stop)
    return .redirect(toOwn: "/settings/import")
  }

  private func cancel(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    guard desk.cancel() else { return notices.redirect(to: "/settings/import", .failed("Not cancelled.", "No import is running.")) }
    return .redirect(toOwn: "/settings/import")
  }
}
