import NIOCore
import NIOHTTPTypes

/// The way back from a request's task to its connection. Any task may use it; the connection's event loop does the work.
struct AnswerChannel: Sendable {
  private let handler: NIOLoopBound<RequestHandler>
  private let eventLoop: any EventLoop

  /// The way to a handler. To be made on its event loop.
  init(_ handler: RequestHandler, on eventLoop: any EventLoop) {
    self.handler = NIOLoopBound(handler, eventLoop: eventLoop)
    self.eventLoop = eventLoop
  }

  /// Sends parts, and returns when there is room for more. Throws when the connection has ended.
  func send(_ parts: [HTTPResponsePart]) async throws {
    try await withCheckedThrowingContinuation { continuation in
      eventLoop.execute { handler.value.send(parts, then: continuation) }
    }
  }

  /// Sends the last parts of the answer.
  func finish(_ parts: [HTTPResponsePart]) { eventLoop.execute { handler.value.finish(parts) } }

  /// Asks the client for the content if it waits to be asked.
  func askForContent() { eventLoop.execute { handler.value.askForContent() } }

  /// Answers 400 to what isn't HTTP, and ends the connection.
  func refuse() { eventLoop.execute { handler.value.refuse() } }

  /// Ends the connection: the answer can't be completed.
  func abort() { eventLoop.execute { handler.value.abort() } }

  /// Lets the connection be read again if it was held up.
  func resumeReading() { eventLoop.execute { handler.value.resumeReading() } }
}
