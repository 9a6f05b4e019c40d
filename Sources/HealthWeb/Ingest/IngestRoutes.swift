import Foundation
import HTTPTypes
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Hummingbird
import NIOCore

/// `/ingest`: accepts data that apps and shortcuts send automatically, authenticated by a token.
struct IngestRoutes: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let food: FoodDesk
  /// Stops running work when the server stops.
  let stop: StopFlag
  private let photos = PhotoReader()
  /// One body is imported at a time; the others wait.
  private let lanes = WorkLanes("hsync.ingest", count: 1)

  /// Bytes of a body of Health Auto Export: a year by the minute is some 60 MB.
  static let mostExportBytes = 100_000_000
  /// Bytes of a photo.
  static let mostPhotoBytes = MultipartLimits().fileBytes

  init(library: SharedLibrary, settings: LiveSettings, clock: any WallClock, food: FoodDesk, stop: StopFlag) {
    (self.library, self.settings, self.clock, self.food, self.stop) = (library, settings, clock, food, stop)
  }

  /// Adds the addresses, behind the check of tokens.
  func add(to router: some RouterMethods<WebContext>) {
    router.post("/ingest/health-auto-export") { request, context in try await export(request, context) }
    router.post("/ingest/photo") { request, context in try await photo(request, context) }
  }

  /// Answers other methods at every address of an app, in the form that apps read and without asking for a token: a
  /// mistake in the method is to be seen as one.
  static func refuseOtherMethods(on router: some RouterMethods<WebContext>) {
    for name in ["health-auto-export", "photo", "laundry"] {
      for method in [HTTPRequest.Method.get, .put, .patch, .delete, .options] {
        router.on("/ingest/\(name)", method: method) { _, _ in IngestRefusal.wrongMethod.response }
      }
    }
  }

  // MARK: - Health Auto Export

  private func export(_ request: Request, _ context: WebContext) async throws -> Response {
    guard request.mediaType == "application/json", request.isPlain else {
      throw IngestRefusal.wrongType("JSON (application/json), not compressed")
    }
    let name = "Health Auto Export (\(context.appToken?.name ?? ""))"
    let file = try await lanes.run { [path = library.path] in try ReceivedFile(besideLibrary: path) }
    try await receive(request, most: IngestRoutes.mostExportBytes) { piece in try await lanes.run { try file.append(piece) } }
    let (health, clock, stop) = (settings.health, clock, stop)
    let outcome = try await lanes.runAsync { [library] in
      try await library.run { library in
        let imports = FileImport(
          library, settings: health, clock: clock, temporaryFolder: NSTemporaryDirectory(), isInterrupted: { stop.isRaised })
        return try imports.run(file.path, named: name, only: .healthAutoExport).outcome
      }
    }
    file.remove()
    return .json(.object(outcome.members))
  }

  /// Reads a body piece by piece.
  private func receive(_ request: Request, most: Int, _ write: ([UInt8]) async throws -> Void) async throws {
    let length = request.headers[.contentLength].flatMap { Int($0) }
    if let length, length > most { throw IngestRefusal.tooLarge(most) }
    var (bytes, piece): (Int, [UInt8]) = (0, [])
    for try await buffer in request.body {
      bytes += buffer.readableBytes
      if bytes > most { throw IngestRefusal.tooLarge(most) }
      piece += buffer.readableBytesView
      if piece.count < 1 << 20 { continue }
      try await write(piece)
      piece.removeAll(keepingCapacity: true)
    }
    if let length, bytes < length { throw IngestRefusal.cutOff }
    try await write(piece)
  }

  // MARK: - Photos

  private func photo(_ request: Request, _ context: WebContext) async throws -> Response {
    let sent = try await photos(of: request)
    guard !sent.isEmpty else { throw IngestRefusal.unusable("The body contains no photo.") }
    let outcome = try await WaitedPhotos(desk: food).outcome(of: sent, eatenAt: clock.now)
    let meals = outcome.logged.map { meal -> JSON in
      .object([
        ("id", .string(meal.id)), ("name", .string(meal.name)), ("energy_kcal", meal.nutrition.energyKcal.map { JSON($0) } ?? .null),
      ])
    }
    let members: [(String, JSON)] = [
      ("photos", JSON(sent.count)), ("logged", .array(meals)), ("waiting", JSON(outcome.waiting)), ("known", JSON(outcome.known)),
    ]
    if outcome.faults.isEmpty { return .json(.object(members)) }
    let fault: (String, JSON) = ("error", .string(outcome.faults.joined(separator: " ")))
    return .json(.object(members + [fault]), .unprocessableContent)
  }

  /// A form with photos, or a photo alone, as shortcuts send either.
  private func photos(of request: Request) async throws -> [SentPhoto] {
    var sent: [SentPhoto] = []
    let type = request.mediaType
    if type == "multipart/form-data" {
      _ = try await Upload.read(request) { field, name, bytes in
        guard field == "photo" else { return }
        if sent.count == SentPhoto.most { throw Upload.tooLarge("Send at most \(SentPhoto.most) photos at a time.") }
        sent.append(try await photos.read(bytes, named: name))
      }
      return sent
    }
    guard type.hasPrefix("image/") || type == "application/octet-stream", request.isPlain else {
      throw IngestRefusal.wrongType("a photo (such as image/jpeg), or a form with photos in its field photo")
    }
    var bytes: [UInt8] = []
    try await receive(request, most: IngestRoutes.mostPhotoBytes) { bytes += $0 }
    return bytes.isEmpty ? [] : [try await photos.read(bytes, named: "the photo")]
  }
}
