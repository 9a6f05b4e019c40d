import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request doesn't arrive whole in time: a client that sends a byte now and then would hold it for ever.
///
/// Lives on its channel's event loop alone, as every channel handler.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  private let deadline: TimeAmount
  /// When the request in arrival has to be whole.
  private var due: NIODeadline?
  /// One for all requests of the connection: cancelling one costs the more the more connections there are.
  private var timer: Scheduled<Void>?

  /// A deadline counted from a request's header to its end.
  init(_ deadline: TimeAmount) { self.deadline = deadline }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      due = context.eventLoop.now + deadline
      watch(context)
    case .body: break
    case .end: due = nil
    }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    due = nil
    context.fireChannelInactive()
  }

  private func watch(_ context: ChannelHandlerContext) {
    guard timer == nil, let due else { return }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: due) {
      let (handler, context) = bound.value
      handler.timer = nil
      if let due = handler.due, due <= context.eventLoop.now { context.close(promise: nil) } else { handler.watch(context) }
    }
  }
}
