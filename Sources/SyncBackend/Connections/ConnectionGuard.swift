import NIOCore

/// Ends a connection that takes too long or sends too much beside its requests, seen by its bytes.
///
/// It lets a header `headDeadline` to arrive, from the connection's start or the header's first byte; lets an answer lie unread for
/// `answerDeadline`; and takes no more than so many bytes that belong to no header and no content, which a chunk's extension may be without end.
///
/// Lives on its channel's event loop alone, as every channel handler.
final class ConnectionGuard: ChannelInboundHandler, RemovableChannelHandler, ClosingInTime {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let table: ConnectionTable
  private let limits: BackendLimits
  private let isWelcome: Bool
  /// When the next header has to be complete; `nil` while none is expected.
  var due: NIODeadline?
  var timer: Scheduled<Void>?
  private var answerDeadline: Scheduled<Void>?
  private var isIdle = true
  /// Requests whose header has been read and whose answer hasn't been sent.
  private var requests = 0
  /// Bytes of a header that isn't complete, as far as the table knows.
  private var held = 0
  /// Bytes since the last header that weren't content.
  private var framing = 0
  /// Bytes of content since the last header.
  private var content = 0

  /// The guard of one connection. `isWelcome`: whether it may stay.
  init(_ table: ConnectionTable, _ limits: BackendLimits, isWelcome: Bool = true) {
    self.table = table
    self.limits = limits
    self.isWelcome = isWelcome
  }

  // MARK: What `HeadGuard` sees of the same connection

  /// A request's header is complete.
  func sawHead(_ context: ChannelHandlerContext) {
    due = nil
    hold(0)
    (framing, content) = (0, 0)
    requests += 1
    if isIdle { table.mark(context.channel, isIdle: false) }
    isIdle = false
  }

  /// Bytes of a body were read. Those that came with the header aren't in `framing` any more.
  func sawContent(_ count: Int) {
    framing = max(framing - count, 0)
    content += count
  }

  /// A request is complete: what its body allowed isn't allowed to the next header.
  func sawRequestEnd() { (framing, content) = (0, 0) }

  /// An answer has been written; one to what was no request isn't counted.
  func sawAnswer(_ context: ChannelHandlerContext) {
    guard requests > 0 else { return }
    requests -= 1
    guard requests == 0 else { return }
    isIdle = true
    table.mark(context.channel, isIdle: true)
  }

  // MARK: The channel's events

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { expectHead(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    if isWelcome { expectHead(context) } else { context.close(promise: nil) }
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let count = unwrapInboundIn(data).readableBytes
    if requests == 0, due == nil { expectHead(context) }
    framing += count
    context.fireChannelRead(data)
    // By now the decoder has passed on what it could.
    if due != nil, !hold(framing) { return context.close(promise: nil) }
    if framing > limits.maxHeaderBytes + limits.maxFramingBytes + 8 * content { context.close(promise: nil) }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    answerDeadline?.cancel()
    answerDeadline = context.channel.isWritable ? nil : close(context, afterMs: limits.answerDeadlineMs)
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    hold(0)
    stopWatching()
    answerDeadline?.cancel()
    context.fireChannelInactive()
  }

  /// Notes the bytes of a header that is held. Returns whether all connections together may hold as much.
  @discardableResult private func hold(_ bytes: Int) -> Bool {
    guard bytes != held else { return true }
    defer { held = bytes }
    return table.hold(headerBytes: bytes - held) <= limits.heldHeaderBytes
  }

  private func expectHead(_ context: ChannelHandlerContext) {
    due = context.eventLoop.now + .milliseconds(limits.headDeadlineMs)
    watch(context)
  }

  private func close(_ context: ChannelHandlerContext, afterMs ms: Int64) -> Scheduled<Void> {
    let channel = context.channel
    return context.eventLoop.scheduleTask(in: .milliseconds(ms)) { channel.close(promise: nil) }
  }
}
