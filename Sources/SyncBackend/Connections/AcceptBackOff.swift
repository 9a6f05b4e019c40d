import Glibc
import Logging
import NIOCore

/// Pauses accepting for a second after a connection couldn't be accepted for lack of descriptors or memory: an
/// immediate retry would fail, too.
///
/// The first handler of the listening channel, used only on its event loop.
final class AcceptBackOff: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny
  typealias OutboundIn = NIOAny
  typealias OutboundOut = NIOAny

  private let logger: Logger
  private var isWaiting = false
  private var isReadWanted = false
  /// Pauses since the last log entry for the operator.
  private var pauses = 0

  /// Milliseconds of a pause.
  static let pauseMs: Int64 = 1000

  /// For one listening channel.
  init(logger: Logger) { self.logger = logger }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let code = (error as? IOError)?.errnoCode, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) else {
      return context.fireErrorCaught(error)
    }
    guard !isWaiting else { return }
    isWaiting = true
    if pauses % 60 == 0 { logger.error("no connections can be taken", metadata: ["reason": "\(String(cString: strerror(code)))"]) }
    pauses += 1
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .milliseconds(AcceptBackOff.pauseMs)) {
      let (handler, context) = bound.value
      handler.isWaiting = false
      guard handler.isReadWanted else { return }
      handler.isReadWanted = false
      context.read()
    }
  }

  func read(context: ChannelHandlerContext) {
    if isWaiting {
      isReadWanted = true
    } else {
      context.read()
    }
  }
}
