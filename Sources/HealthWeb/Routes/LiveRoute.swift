import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// `/live`: server-sent events, one whenever the library has changed.
struct LiveRoute: Sendable {
  let feed: LiveFeed
  let door: Door
  let sync: SyncNow

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/live") { _, context in try await listen(context) }
  }

  private func listen(_ context: WebContext) async throws -> Response {
    let (visitor, door, peer) = (try context.requireVisitor(), door, context.peer)
    guard let events = await feed.listen() else {
      throw Refusal(
        status: .serviceUnavailable, title: "Too many pages are open", message: "Close some and try again.", headers: [.retryAfter: "60"])
    }
    // The sync that a view of today starts is often over before its page listens.
    let isStale = await sync.hasJustEnded
    let body = ResponseBody { writer in
      try await writer.write(ByteBuffer(string: ": hsync\n\n"))
      if isStale { try await writer.write(ByteBuffer(string: "data: changed\n\n")) }
      // A server that is about to end doesn't wait for pages that stay open.
      for try await event in events.cancelOnGracefulShutdown() {
        // One that was revoked meanwhile is told nothing more.
        guard try await door.visitor(visitor.token, from: peer) != nil else { break }
        try await writer.write(ByteBuffer(string: event == .changed ? "data: changed\n\n" : ":\n\n"))
      }
      try await writer.finish(nil)
    }
    var headers: HTTPFields = [.contentType: "text/event-stream"]
    // nginx would collect events otherwise.
    if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
    return Response(status: .ok, headers: headers, body: body)
  }
}
