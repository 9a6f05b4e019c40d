import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// HTTP/1.1 on connections that are counted, bounded in time, and whose headers are checked.
///
/// Hummingbird's own channel keeps a task and several buffers for each connection, also while it has no request; this one has a few handlers.
struct GuardedHTTP1: ServerChildChannel {
  let answering: RequestAnswering
  let table: ConnectionTable
  let work: OpenWork
  let limits: BackendLimits

  /// An open connection, which needs nobody who waits for it.
  struct Value: ServerChildChannelValue {
    let channel: any Channel
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    // A failure here would end the listening channel, so that a connection that mustn't stay is closed when it begins.
    let isWelcome = table.add(channel, from: ClientAddress(channel.remoteAddress))
    work.begin()
    channel.closeFuture.whenComplete { [table, work] _ in
      table.remove(channel)
      work.end()
    }
    return channel.eventLoop.makeCompletedFuture {
      let connection = ConnectionGuard(table, limits, isWelcome: isWelcome)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(connection)
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
        withDecoderLimitConfiguration: decoderLimits)
      try pipeline.addHandler(HeadGuard(connection))
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(RequestDeadline(.milliseconds(limits.requestDeadlineMs)))
      try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: .milliseconds(limits.idleTimeoutMs), logger: logger))
      try pipeline.addHandler(RequestHandler(answering, work))
      return Value(channel: channel)
    }
  }

  func handle(value: Value, logger: Logger) async {}

  private var decoderLimits: NIOHTTPDecoderLimitConfiguration {
    var decoder = NIOHTTPDecoderLimitConfiguration()
    decoder.maxHeaderFieldSize = limits.maxHeaderBytes
    decoder.maxHeaderListSize = limits.maxHeaderBytes
    decoder.maxHeaderFieldCount = 100
    return decoder
  }
}
