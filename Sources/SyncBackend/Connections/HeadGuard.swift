import NIOCore
import NIOHTTP1

/// Rejects ambiguous headers, which two programs could interpret differently, with 400 and closes the connection, and
/// reports to `ConnectionGuard`. Answers `Expect: 100-continue`, and closes HTTP/1.0 connections after their response,
/// whatever they request.
///
/// Exactly one Host (RFC 9112, 3.2); Transfer-Encoding is `chunked` alone, of HTTP/1.1, and without a Content-Length (RFC 9112, 6.1).
final class HeadGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let connection: ConnectionGuard
  private var isRefused = false

  /// The second half of a connection's guard.
  init(_ connection: ConnectionGuard) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isRefused { return }
    switch unwrapInboundIn(data) {
    case .head(var head):
      guard HeadGuard.isClear(head) else { return refuse(context) }
      connection.sawHead(context)
      if head.version == .http1_0 || head.version.major == 0 {
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return context.fireChannelRead(wrapInboundOut(.head(head)))
      }
      // RFC 9110, 10.1.1: the client waits for it before it sends the content.
      if head.headers.first(name: "Expect")?.lowercased() == "100-continue" {
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
      }
    case .body(let part): connection.sawContent(part.readableBytes)
    case .end: break
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

  private func refuse(_ context: ChannelHandlerContext) {
    isRefused = true
    let headers: HTTPHeaders = ["Connection": "close", "Content-Length": "0", "Cache-Control": "no-store"]
    context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .badRequest, headers: headers))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
  }
}
