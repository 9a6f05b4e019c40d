import HTTPTypes
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import LaundryPet
import NIOCore

/// `POST /ingest/laundry`: a smart plug or a script says that a machine started or is done.
struct LaundryIngest: Sendable {
  let library: SharedLibrary
  let clock: any WallClock
  let hook: LaundryHooks

  /// Bytes of a body.
  static let mostBytes = 4096

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/ingest/laundry") { request, _ in try await signal(request) }
  }

  private func signal(_ request: Request) async throws -> Response {
    guard request.mediaType == "application/json", request.isPlain else {
      throw IngestRefusal.wrongType("JSON (application/json), not compressed")
    }
    let body: ByteBuffer
    do { body = try await request.body.collect(upTo: LaundryIngest.mostBytes) } catch is NIOTooManyBytesError {
      throw IngestRefusal(status: .contentTooLarge, sentence: "The body is larger than \(LaundryIngest.mostBytes) bytes.")
    }
    guard let json = try? JSON(parsing: Array(body.readableBytesView)), let name = json["pet"].string, let text = json["event"].string
    else {
      throw IngestRefusal.unusable(#"The body must be {"pet":"NAME","event":"wash"}."#)
    }
    guard let signal = LaundrySignal(name: text) else {
      throw IngestRefusal.unusable("The event must be one of \(LaundrySignal.names.joined(separator: ", ")).")
    }
    let now = clock.now
    let step: LaundryDesk.Step
    do { step = try await library.write { try LaundryDesk($0, at: now).signal(signal, name) } } catch let error as LaundryError {
      throw IngestRefusal(error)
    }
    if step.isNew { hook.run(LaundryEvent(signal, step.pet, atMs: now.ms)) }
    return .json(.object([("pet", step.pet.json)]))
  }
}
