import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request doesn't arrive whole in time: a client that sends a byte now and then would hold it for ever.
///
/// Lives on its channel's event loop alone, as every channel handler.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler, ClosingInTime {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  private let deadline: TimeAmount
  /// When the request in arrival has to be whole.
  var due: NIODeadline?
  var timer: Scheduled<Void>?

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
    stopWatching()
    context.fireChannelInactive()
  }
}
