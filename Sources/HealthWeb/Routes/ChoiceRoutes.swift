import Foundation
import HealthModel
import HealthStore
import HealthSync
import Hummingbird
import Settings

/// The routes by which the settings page changes `config.toml`: folders of exports, units, time zone, events.
struct ChoiceRoutes: Sendable {
  let library: SharedLibrary
  let desk: SettingsDesk
  let sync: SyncNow
  let notices: Notices
  let events: PageEvents

  private var settings: LiveSettings { desk.settings }

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/settings/grant") { request, context in try await grant(request, context) }
    router.post("/settings/connect") { request, context in try await connect(request, context) }
    router.post("/settings/disconnect") { request, context in try await disconnect(request, context) }
    router.post("/settings/units") { request, context in try await units(request, context) }
    router.post("/settings/events") { request, context in try await eventChoices(request, context) }
  }

  // MARK: - Folders

  /// Looks at the folders again, and imports what is new in those that can be read now.
  private func grant(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    let action = events.begin { _ in .grantPermissions }
    let folders = settings.healthFolders
    let denied = folders.map(SourceFolder.init(path:)).filter { $0.access != .granted }
    guard denied.isEmpty, !folders.isEmpty else {
      let names = denied.map(\.path).joined(separator: ", ")
      action.failed(WebError(.cannotRead, "not granted", hint: nil, kind: denied.isEmpty ? .configuration : .noPermission))
      return notices.redirect(
        to: "/settings", .failed("Not granted", names.isEmpty ? "No folder is connected." : "Can't read \(names)."))
    }
    action.succeeded(.state("granted"))
    Task { [sync] in await sync.refresh() }
    return notices.redirect(to: "/settings", .done("Granted. New exports are being read."))
  }

  private func connect(_ request: Request, _ context: WebContext) async throws -> Response {
    let folder = (try await context.form(of: request)["folder"] ?? "").trimmingCharacters(in: .whitespaces)
    // There is no working folder that a relative path could be meant from.
    guard folder.hasPrefix("/") || folder == "~" || folder.hasPrefix("~/") else {
      return notices.redirect(to: "/settings", .failed("Not connected.", "The folder's path must begin with / or ~/."))
    }
    return try await changed("Not connected.") { file in
      try file.set(.folders, words: [folder], from: "/", .adds)
    } done: { [settings, sync] in
      let access = SourceFolder(path: settings.paths.expanded(folder)).access
      guard access == .granted else { return .failed("Connected, but not granted.", "\(folder) can't be read yet.") }
      Task { await sync.refresh() }
      return .done("Connected \(folder). New exports are being read.")
    }
  }

  private func disconnect(_ request: Request, _ context: WebContext) async throws -> Response {
    guard let folder = try await context.form(of: request)["folder"] else { throw Refusal.badForm }
    return try await changed("Not disconnected.") { file in
      try file.set(.folders, words: [folder], from: "/", .removes)
    } done: {
      .done("Disconnected \(folder). Data imported from it is kept.")
    }
  }

  // MARK: - Units, zone, events

  private func units(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let zone = form["zone"], let weight = form["weight"], let distance = form["distance"] else { throw Refusal.badForm }
    let now = try await desk.choices()
    let wishes = [
      (Setting.zone, zone.trimmingCharacters(in: .whitespaces), now.zone), (.weightUnit, weight, now.weightUnit),
      (.distanceUnit, distance, now.distanceUnit),
    ]
    .filter { $0.1 != $0.2.text }.map { ($0.0, $0.1) }
    return try await changed("Not saved.") { file in
      for (setting, text) in wishes {
        if text.isEmpty { try file.set(setting, to: nil) } else { try file.set(setting, words: [text], from: "/") }
      }
    } done: { [library, settings] in
      let health = settings.health
      // Days are those of the zone. What goes wrong here goes wrong where they are read, too.
      _ = try? await library.write { SummaryLog($0, as: health).follow() }
      return .done("Saved.")
    }
  }

  private func eventChoices(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    let (keeps, sends) = (form["log"] == "1", form["opt_in"] == "1")
    let now = try await desk.choices()
    return try await changed("Not saved.") { file in
      if keeps != now.keepsEvents { try file.set(.keepsEvents, to: .flag(keeps)) }
      if sends != now.sendsEvents { try file.set(.sendsEvents, to: .flag(sends)) }
    } done: {
      .done("Saved.")
    }
  }

  /// Changes the file and redirects to the page, which shows the result.
  private func changed<T: Sendable>(
    _ lead: String, _ work: @escaping @Sendable (SettingsFile) throws -> T, done: () async -> HTML
  ) async throws -> Response {
    do {
      _ = try await desk.change(work)
    } catch let error as SettingsError {
      return notices.redirect(to: "/settings", .failed(lead, ImportPage.sentences(error)))
    }
    return notices.redirect(to: "/settings", await done())
  }
}
