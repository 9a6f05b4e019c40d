import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request doesn't arrive whole in time: a client that sends a byte now and then would hold it for ever.
///
/// Lives on its channel's event loop alone, as every channel handler.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  private let deadline: TimeAmount
  private var expiry: Scheduled<Void>?

  /// A deadline counted from a request's header to its end.
  init(_ deadline: TimeAmount) { self.deadline = deadline }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      expiry?.cancel()
      let channel = context.channel
      expiry = context.eventLoop.scheduleTask(in: deadline) { channel.close(promise: nil) }
    case .body: break
    case .end:
      expiry?.cancel()
      expiry = nil
    }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    expiry?.cancel()
    expiry = nil
    context.fireChannelInactive()
  }
}
