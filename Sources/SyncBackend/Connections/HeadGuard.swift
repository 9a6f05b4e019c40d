import NIOCore
import NIOHTTP1

/// Turns ambiguous headers, which two programs could interpret differently, into an error, and reports to
/// `ConnectionGuard`. Closes HTTP/1.0 connections after their response, whatever they request.
///
/// Exactly one Host (RFC 9112, 3.2); Transfer-Encoding is `chunked` alone, of HTTP/1.1, and without a Content-Length (RFC 9112, 6.1).
final class HeadGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let connection: ConnectionGuard
  private var isRefused = false

  /// A header that can be read in more than one way. Nothing that follows it on its connection is passed on.
  struct Ambiguous: Error {}

  /// The second half of a connection's guard.
  init(_ connection: ConnectionGuard) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isRefused { return }
    switch unwrapInboundIn(data) {
    case .head(var head):
      guard HeadGuard.isClear(head) else {
        isRefused = true
        return context.fireErrorCaught(Ambiguous())
      }
      connection.sawHead(context)
      if head.version == .http1_0 || head.version.major == 0 {
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return context.fireChannelRead(wrapInboundOut(.head(head)))
      }
    case .body(let part): connection.sawContent(part.readableBytes)
    case .end: connection.sawRequestEnd()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    context.write(data, promise: promise)
    switch part {
    case .head, .body: break
    case .end: connection.sawAnswer(context)
    }
  }

  /// Whether a header can be read in one way only.
  static func isClear(_ head: HTTPRequestHead) -> Bool {
    let hosts = head.headers["Host"]
    let encodings = head.headers["Transfer-Encoding"]
    let isChunkable = head.version.major == 1 && head.version.minor >= 1
    guard isChunkable ? hosts.count == 1 : hosts.count <= 1 else { return false }
    if encodings.isEmpty { return head.headers["Content-Length"].count <= 1 }
    return isChunkable && encodings.count == 1 && encodings[0].lowercased() == "chunked"
      && !head.headers.contains(name: "Content-Length")
  }
}
