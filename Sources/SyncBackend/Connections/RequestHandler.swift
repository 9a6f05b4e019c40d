import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The last handler of a connection. It starts a task for a request when its header is there, hands over the body as it arrives, and lets the next
/// request wait until the answer is written. A connection without a request has no task and no buffer.
///
/// Lives on its channel's event loop alone, as every channel handler.
final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let answering: RequestAnswering
  private let work: OpenWork
  /// `nil` when the connection has ended.
  private var context: ChannelHandlerContext?
  /// The body that is being read from the connection; `nil` when nobody reads it.
  private var content: RequestContent?
  /// Whether a request's header is there and its end isn't.
  private var isReceiving = false
  /// Whether a request's answer isn't complete.
  private var isAnswering = false
  /// Whether no request follows the one in work.
  private var isLast = false
  /// Whether the client sends the content only when it is asked for it, and wasn't (RFC 9110, 10.1.1).
  private var awaitsContinue = false
  /// Whether the connection's requests are over; what still comes is dropped.
  private var isOver = false
  /// Whether the client sends nothing any more.
  private var isInputClosed = false
  /// What isn't HTTP or isn't clear, after the parts that were.
  private var parserError: (any Error)?
  /// Parts of requests after the one in work: those of one read at most, as the next waits for them, and for the client to take its answers.
  private var waiting: CircularBuffer<HTTPRequestPart>?
  private var isReadWanted = false
  /// The task that waits for room.
  private var writer: CheckedContinuation<Void, any Error>?

  /// The handler of one connection.
  init(_ answering: RequestAnswering, _ work: OpenWork) {
    self.answering = answering
    self.work = work
  }

  // MARK: What the request's task does

  /// Writes parts of the answer. The task goes on when there is room for more.
  func send(_ parts: [HTTPResponsePart], then continuation: CheckedContinuation<Void, any Error>) {
    beginAnswer()
    write(parts)
    guard let context, context.channel.isActive else { return continuation.resume(throwing: ChannelError.ioOnClosedChannel) }
    if context.channel.isWritable { continuation.resume() } else { writer = continuation }
  }

  /// Writes the end of the answer, and goes on with the next request.
  func finish(_ parts: [HTTPResponsePart]) {
    beginAnswer()
    write(parts)
    (isAnswering, content) = (false, nil)
    proceed()
  }

  /// Answers 400, and takes no more requests.
  func refuse() {
    (isAnswering, isLast) = (false, true)
    write([.head(HTTPResponse(status: .badRequest, headerFields: [.contentLength: "0", .cacheControl: "no-store"])), .end(nil)])
    end()
  }

  /// Asks for the content of the request in work, unless it was asked for or is answered.
  func askForContent() {
    guard awaitsContinue, isAnswering else { return }
    awaitsContinue = false
    write([.head(HTTPResponse(status: .continue))])
  }

  /// Closes the connection.
  func abort() { context?.close(promise: nil) }

  /// Reads on if reading was held up and needn't be any more.
  func resumeReading() {
    guard isReadWanted, !isHeldUp else { return }
    isReadWanted = false
    context?.read()
  }

  // MARK: The channel's events

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    (self.context, isOver, waiting) = (nil, true, nil)
    content?.fail(ChannelError.ioOnClosedChannel)
    content = nil
    writer.take()?.resume(throwing: ChannelError.ioOnClosedChannel)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isOver { return }
    let part = unwrapInboundIn(data)
    if waiting == nil, isReceiving || isFree { return take(part) }
    if waiting == nil { waiting = CircularBuffer(initialCapacity: 4) }
    waiting?.append(part)
  }

  func read(context: ChannelHandlerContext) {
    if isHeldUp { isReadWanted = true } else { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError || error is HeadGuard.Ambiguous else { return context.close(promise: nil) }
    guard !isOver, parserError == nil else { return }
    parserError = error
    proceed()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent {
      isInputClosed = true
      if isOver { context.close(promise: nil) } else { proceed() }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      writer.take()?.resume()
      proceed()
    }
    context.fireChannelWritabilityChanged()
  }

  // MARK: -

  /// Whether the next request may begin: a client that doesn't read its answers gets no more of them.
  private var isFree: Bool { !isAnswering && context?.channel.isWritable != false }

  private var isHeldUp: Bool { !isOver && (waiting != nil || content?.isFull == true || context?.channel.isWritable == false) }

  private func take(_ part: HTTPRequestPart) {
    switch part {
    case .head(let head): begin(head)
    case .body(let part): content?.append(part)
    case .end:
      content?.finish()
      (content, isReceiving) = (nil, false)
    }
  }

  private func begin(_ head: HTTPRequest) {
    guard let context else { return }
    let answers = AnswerChannel(self, on: context.eventLoop)
    awaitsContinue = head.headerFields[.expect]?.lowercased() == "100-continue"
    let content = RequestContent(onRoom: answers.resumeReading, onWait: awaitsContinue ? answers.askForContent : nil)
    self.content = content
    (isReceiving, isAnswering, isLast) = (true, true, RequestHandler.isLast(head))
    let request = Request(head: head, body: RequestBody(asyncSequence: content))
    work.begin()
    Task { [answering, work, channel = context.channel] in
      await answering.answer(request, of: channel, to: answers)
      work.end()
    }
  }

  /// Takes up what has been waiting, as far as the request in work lets it.
  private func proceed() {
    if isOver { return }
    if isLast, !isAnswering { return end() }
    while isReceiving || isFree, let part = waiting?.popFirst() { take(part) }
    if waiting?.isEmpty == true { waiting = nil }
    if waiting == nil, let parserError {
      // In the body of a request, that is answered, and nothing else.
      if isReceiving { isLast = true }
      content?.fail(parserError)
      (content, isReceiving) = (nil, false)
      if !isAnswering { return isLast ? end() : refuse() }
    }
    if isInputClosed, !isAnswering, waiting == nil { return abort() }
    resumeReading()
  }

  /// Ends the connection's requests. The client ends the connection when it has read the answer, or its idle time does: closed at once, what it
  /// sends meanwhile could cost it the answer (RFC 9112, 9.6).
  private func end() {
    (isOver, waiting, content) = (true, nil, nil)
    if isInputClosed { abort() } else { context?.close(mode: .output, promise: nil) }
    resumeReading()
  }

  /// To be called before the first part of an answer is written.
  private func beginAnswer() {
    // A client that wasn't asked for the content may leave it out, so that what follows can't be told from it.
    if awaitsContinue, isReceiving { isLast = true }
    awaitsContinue = false
  }

  private func write(_ parts: [HTTPResponsePart]) {
    guard let context, context.channel.isActive else { return }
    for part in parts {
      if case .head(var head) = part, isLast, head.status.kind != .informational {
        head.headerFields[.connection] = "close"
        context.write(wrapOutboundOut(.head(head)), promise: nil)
      } else {
        context.write(wrapOutboundOut(part), promise: nil)
      }
    }
    context.flush()
  }

  /// Whether the client wants the connection to end after the answer.
  private static func isLast(_ head: HTTPRequest) -> Bool {
    head.headerFields[.connection]?.split(separator: ",").contains { option in
      option.lowercased().split { $0 == " " || $0 == "\t" } == ["close"]
    } == true
  }
}
