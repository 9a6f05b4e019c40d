import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Answers requests by the routes, as Hummingbird's application does, on connections that aren't Hummingbird's.
struct RequestAnswering: Sendable {
  private let responder: any HTTPResponder<BackendContext>
  private let logger: Logger
  private let date = HTTPDate()

  /// Answers by a router's responder.
  init(_ responder: any HTTPResponder<BackendContext>, logger: Logger) {
    self.responder = responder
    self.logger = logger
  }

  /// Answers one request of a connection, and says so when the answer can't be completed.
  func answer(_ request: Request, of channel: any Channel, to answers: AnswerChannel) async {
    var logger = logger
    logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
    let context = BackendContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
    var response: Response
    do {
      response = try await responder.respond(to: request, context: context)
    } catch is HTTPParserError {
      return answers.refuse()
    } catch {
      logger.debug("Unrecognised Error", metadata: ["error.type": "\(type(of: error))"])
      response = Response(status: .internalServerError)
    }
    response.headers[.date] = date.text
    let writer = AnswerWriter(response.head, length: response.body.contentLength, to: answers)
    do {
      try await response.body.write(writer)
      if !writer.isFinished { answers.abort() }
    } catch {
      answers.abort()
    }
  }
}
