import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// HTTP/1.1 on connections that are counted, bounded in time, and whose headers are checked.
struct GuardedHTTP1: ServerChildChannel {
  let http: HTTP1Channel
  let table: ConnectionTable
  let limits: BackendLimits

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    // A failure here would end the listening channel, so that a connection that mustn't stay is closed when it begins.
    let isWelcome = table.add(channel, from: ClientAddress(channel.remoteAddress))
    channel.closeFuture.whenComplete { [table] _ in table.remove(channel) }
    do {
      let connection = ConnectionGuard(table, limits, isWelcome: isWelcome)
      try channel.pipeline.syncOperations.addHandler(connection)
      // All of it happens at once, as we are on the channel's event loop.
      let value = http.setup(channel: channel, logger: logger)
      let codec = try channel.pipeline.syncOperations.handler(type: HTTP1ToHTTPServerCodec.self)
      try channel.pipeline.syncOperations.addHandler(HeadGuard(connection), position: .before(codec))
      return value
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}
